import type { Case } from '../../contract/case.ts';
import { type Definition, defineKind, definitionOf } from '../../fixtures/created-objects.ts';
import { pathColumns, unreadablePaths } from '../../fixtures/shown/data/path-columns.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** A value of every kind, and none, where the columns look for it. */
const spec = {
  s: 'text',
  e: '',
  n: 3,
  neg: -2,
  f: 2.75,
  nf: -2.75,
  t: true,
  fa: false,
  z: null,
  nums: '12',
  l: [1, 2, 'c'],
  el: [],
  m: { a: 1, 'b.c': 'dotted', 'd/e': 'slashed', 'f g': 'spaced' },
  em: {},
  time: '2020-01-02T03:04:05Z',
  day: '2020-01-02',
  later: '2999-01-01T00:00:00Z',
  c: [
    { type: 'Ready', status: 'True', n: 1, ok: true, d: { x: 'deep' } },
    { type: 'Other', status: 'False', n: 2, ok: false },
    { status: 'None' },
  ],
  nest: [[1, 2], [3]],
  ll: ['a', 'b', 'c', 'd'],
};
const numbers = '"big":9007199254740993,"huge":1e21';
const metadata = { name: 'o', annotations: { 'example.com/a': 'noted' } };

/** Columns with all that a column may say, and what a table says of them. */
const described = [
  [
    { name: 'Wide', type: 'string', jsonPath: '.spec.s', priority: 1, description: 'A text', format: 'password' },
    { name: 'Wide', type: 'string', format: 'password', description: 'A text', priority: 1 },
  ],
  [
    { name: 'Plain', type: 'integer', jsonPath: '.spec.n' },
    {
      name: 'Plain',
      type: 'integer',
      format: '',
      description: 'Custom resource definition column (in JSONPath format): .spec.n',
      priority: 0,
    },
  ],
] as const;

export default {
  id: 'columns-of-definitions',
  title: 'A table of a defined kind SHOULD show what its columns ask for, by their paths and types.',
  requirements: ['MEDIA-002', 'MEDIA-003', 'MEDIA-004U'],
  needs: ['namespace'],
  async run(c) {
    const accept = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    const versionOf = (name: string, columns: readonly object[], storage: boolean) => ({
      name,
      served: true,
      storage,
      additionalPrinterColumns: columns,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: { spec: { [c.vendor.fill('x-{maker}-preserve-unknown-fields')]: true } },
        },
      },
    });
    const broken = unreadablePaths.map((jsonPath, at) =>
      versionOf(
        `v${at + 2}`,
        [
          described[1][0],
          { name: 'Broken', type: 'string', jsonPath },
          { name: 'Last', type: 'string', jsonPath: '.kind' },
        ],
        false,
      ),
    );
    const columns = pathColumns.map(([type, jsonPath], at) => ({ name: `C${at}`, type, jsonPath }));
    const definition = definitionOf(c, {});
    const versions = [versionOf('v1', [...described.map(([given]) => given), ...columns], true), ...broken];
    await defineKind(c, { ...definition, spec: { ...definition.spec, versions } } as Definition);
    const { kind, plural } = definition.spec.names;
    const tableOf = async (version: string) => {
      const body = JSON.stringify({ apiVersion: `conformance.example/${version}`, kind, metadata, spec });
      const path = c.resource(`conformance.example/${version}`, plural).collection;
      const contentType = 'application/json';
      const answer = await c.wire.post(`${path}?dryRun=All`, body.replace('"spec":{', `"spec":{${numbers},`), {
        accept,
        contentType,
      });
      expectCreated(answer);
      return { columns: expectArray(answer, 'columnDefinitions'), cells: expectArray(answer, 'rows.0.cells') };
    };
    const table = await tableOf('v1');
    await c.holds(['MEDIA-002', 'MEDIA-003'], async () => {
      const told = table.columns.slice(1, 1 + described.length);
      expectEqual(
        'columns',
        told,
        described.map(([, column]) => column),
      );
      expectEqual(
        'types of columns',
        table.columns
          .slice(1 + described.length)
          .map((column) => `${String(fieldOf(column, 'name'))} ${String(fieldOf(column, 'type'))}`),
        columns.map(({ name, type }) => `${name} ${type}`),
      );
    });
    await c.holds('MEDIA-004U', async () => {
      for (const [at, [type, path, cell]] of pathColumns.entries()) {
        const got = table.cells[1 + described.length + at];
        const shown = cell === '"?"' && typeof got === 'string' && /^\d+[a-z]/.test(got) ? '?' : got;
        expectEqual(`${path} as ${type}`, shown, JSON.parse(cell));
      }
      for (const [at, path] of unreadablePaths.entries()) {
        const names = (await tableOf(`v${at + 2}`)).columns.map((column) => fieldOf(column, 'name'));
        expectEqual(`columns with the path ${path}`, names, ['Name', 'Plain']);
      }
    });
  },
} satisfies Case;
