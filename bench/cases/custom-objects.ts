// Objects of a definition beside those of a built-in kind, on one server: creates of a large one with rules beside a config map
// with as many fields and about as many bytes, and beside one of 1 KB; get, list and watch of objects of the same size.

import { runLoad } from '../load/run-load.ts';
import { openWatchers, type Watchers } from '../load/open-watchers.ts';
import { type DefinitionNames, definitionOf, definitionsPath, markers, type Schema } from '../harness/definitions.ts';
import { configMap } from '../harness/objects.ts';
import type { Row } from '../harness/report.ts';
import { type Figure, interleave } from '../harness/rounds.ts';
import { type Access, call, fill, open, startTarget } from '../harness/target.ts';

interface Load {
  readonly rounds: number;
  readonly seconds: number;
}

const share = { create: 0.6, read: 0.95 } as const;
const group = 'custom.bench.example';
const note: DefinitionNames = { group, plural: 'notes', kind: 'Note' };
const wide: DefinitionNames = { group, plural: 'wides', kind: 'Wide' };
const builtIn = '/api/v1/namespaces/default/configmaps';
const listed = 1000;
const watchers = 100;
const events = 300;
const sections = 10;
const fieldsOfSection = 20;
/** Seconds of load before a round counts. */
const warmUp = 3;

export async function measureCustomObjects({ rounds, seconds }: Load): Promise<readonly Row[]> {
  const target = await startTarget();
  const { access } = target;
  await install(access, definitionOf(note, noteSpec));
  await install(access, definitionOf(wide, wideSpec()));
  await ready(access, [note, wide]);
  const rows = [
    ...(await creates({ rounds, seconds }, access)),
    ...(await reads({ rounds, seconds }, access)),
    await fanOut(rounds, access),
  ];
  await target.stop();
  return rows;
}

async function creates({ rounds, seconds }: Load, access: Access): Promise<readonly Row[]> {
  let run = 0;
  const create = (path: string, body: object) => async () => {
    run += 1;
    const plan = { method: 'POST', path, body: JSON.stringify(body), connections: 4, streams: 4, seconds, warmUp };
    return (await runLoad({ ...access, ...plan, method: 'POST', seed: `${run}` })).perSecond;
  };
  const [custom, same, small] = await interleave(rounds, [
    { name: 'custom', run: create(pathOf(wide), wideObject('w-%N')) },
    { name: 'config map', run: create(builtIn, wideConfigMap('w-%N')) },
    { name: 'config map of 1 KB', run: create(builtIn, configMap('s-%N')) },
  ]);
  const measure = 'create, custom object of 200 fields and ten rules';
  return [
    ...compared(measure, custom, same, share.create),
    ...compared(`${measure} (small)`, custom, small, share.create),
  ];
}

async function reads({ rounds, seconds }: Load, access: Access): Promise<readonly Row[]> {
  const session = open(access);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'read' } };
  await call(session, 'POST', '/api/v1/namespaces', namespace);
  session.close();
  const custom = pathOf(note, 'read');
  const plain = '/api/v1/namespaces/read/configmaps';
  await fill(access, custom, listed, (index) => noteObject(`c-${index}`));
  await fill(access, plain, listed, (index) => configMap(`c-${index}`));
  const get = (path: string, connections: number, streams: number) => async () =>
    (await runLoad({ ...access, method: 'GET', path, connections, streams, seconds, warmUp, seed: '' })).perSecond;
  const pair = async (measure: string, end: string, connections: number, streams: number): Promise<readonly Row[]> => {
    const [own, other] = await interleave(rounds, [
      { name: 'custom', run: get(`${custom}${end}`, connections, streams) },
      { name: 'config maps', run: get(`${plain}${end}`, connections, streams) },
    ]);
    return compared(measure, own, other, share.read);
  };
  return [
    ...(await pair('get, custom object of 1 KB', '/c-0', 4, 16)),
    ...(await pair('list, 1,000 custom objects', '', 2, 2)),
  ];
}

async function fanOut(rounds: number, access: Access): Promise<Row> {
  let written = 0;
  const opened: Watchers[] = [];
  const measured = async (path: string, object: (name: string) => object): Promise<() => Promise<number>> => {
    const session = open(access);
    const { metadata } = JSON.parse((await call(session, 'GET', path)).body.toString()) as List;
    const from = `${path}?watch=1&resourceVersion=${metadata.resourceVersion}&timeoutSeconds=3600`;
    const all = await openWatchers({ ...access, path: from, watchers });
    opened.push(all);
    const run = async (): Promise<number> => {
      const { seconds } = await all.deliver(events, async () => {
        for (let left = events; left > 0; left -= 1) await call(session, 'POST', path, object(`f-${written++}`));
      });
      return (events * watchers) / seconds;
    };
    // What runs for the first time is slow by itself.
    await run();
    return run;
  };
  const [own, other] = await interleave(rounds, [
    { name: 'custom', run: await measured(pathOf(note), noteObject) },
    { name: 'config maps', run: await measured(builtIn, configMap) },
  ]);
  for (const all of opened) all.close();
  const [row] = compared(`watch, ${watchers} watchers of custom objects, 1 writer`, own, other, share.read, 'events/s');
  if (row === undefined) throw new Error('nothing was measured');
  return row;
}

interface List {
  readonly metadata: { readonly resourceVersion: string };
}

function compared(
  measure: string,
  own: Figure | undefined,
  other: Figure | undefined,
  aim: number,
  unit = '/s',
): readonly Row[] {
  if (own === undefined || other === undefined) return [];
  const met = own.median >= aim * other.median;
  const reference = { name: other.name, value: other.median };
  return [{ measure, value: own.median, unit, reference, aim: { text: `>= ${aim * 100} %`, met } }];
}

async function install(access: Access, body: object): Promise<void> {
  await fill(access, definitionsPath, 1, () => body);
}

async function ready(access: Access, kinds: readonly DefinitionNames[]): Promise<void> {
  const session = open(access);
  for (const kind of kinds) while ((await call(session, 'GET', pathOf(kind))).status !== 200);
  session.close();
}

function pathOf({ plural }: DefinitionNames, namespace = 'default'): string {
  return `/apis/${group}/v1/namespaces/${namespace}/${plural}`;
}

const noteSpec: Schema = {
  type: 'object',
  properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
};

/** As large as a config map of the same benchmarks. */
function noteObject(name: string): object {
  return { ...configMap(name), data: undefined, ...typeOf(note), spec: { data: { text: 'x'.repeat(700) } } };
}

/** Ten sections of twenty fields, with a rule in each. */
function wideSpec(): Schema {
  const section: Schema = {
    type: 'object',
    required: ['field0', 'field1'],
    properties: Object.fromEntries(
      Array.from({ length: fieldsOfSection }, (_, field) => [
        `field${field}`,
        field % 2 === 0 ? { type: 'string', maxLength: 64, pattern: '^[a-z0-9-]+$' } : { type: 'integer', minimum: 0 },
      ]),
    ),
    [markers.validations]: [
      { rule: 'self.field0 != "none" && self.field1 <= 1000', message: 'field0 and field1 do not fit together' },
    ],
  };
  const names = Array.from({ length: sections }, (_, index) => `section${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, section])) };
}

function wideObject(name: string): object {
  const section = Object.fromEntries(
    Array.from({ length: fieldsOfSection }, (_, field) => [
      `field${field}`,
      field % 2 === 0 ? `some-value-${field}` : field * 7,
    ]),
  );
  const names = Array.from({ length: sections }, (_, index) => `section${index}`);
  return { ...typeOf(wide), metadata: { name }, spec: Object.fromEntries(names.map((key) => [key, section])) };
}

/** As many fields, and about as many bytes, as `wideObject` has. */
function wideConfigMap(name: string): object {
  const count = sections * fieldsOfSection;
  const data = Object.fromEntries(Array.from({ length: count }, (_, field) => [`field${field}`, `value-${field}`]));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data };
}

function typeOf({ kind }: DefinitionNames): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${group}/v1`, kind };
}
