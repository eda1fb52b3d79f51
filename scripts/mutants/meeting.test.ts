// What counts as noticed: a case that fails twice, not one that fails by chance.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { projectRoot } from '../../fixtures/scripts/project-root.fixture.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';

const load = (path: string): Promise<unknown> => import(pathToFileURL(join(projectRoot(), path)).href);
const { ExpectationFailed } = (await load('dist/conformance/wire/contract/failure.js')) as {
  ExpectationFailed: new (what: string, expected: string, got: string) => Error;
};
const { Connection } = (await load('dist/conformance/wire/exchange/connection.js')) as {
  Connection: new (target: object) => object;
};
const { meetBatch } = (await load('scripts/mutants/meeting.mjs')) as {
  meetBatch: (
    mutant: object,
    bench: object,
    batch: object,
    options: object,
  ) => Promise<{ readonly bad?: { readonly id: string } }>;
};

/** A target that nothing is asked of. */
const connect = () => new Connection({ server: 'http://127.0.0.1:9' });
const target = {
  server: 'http://127.0.0.1:9',
  vendor: vendorOf('orch'),
  version: 'v1.34.0',
  features: new Set(),
  missing: new Map(),
  renew: async () => {},
  secrets: () => [],
  admin: connect,
  bare: connect,
  agent: connect,
};
const mutant = { id: 'apiserver/a.ts#1', file: 'apiserver/a.ts' };

/** Which of the cases notices; a case fails so many times. */
async function noticed(failures: Readonly<Record<string, number>>): Promise<string | undefined> {
  const left = new Map(Object.entries(failures));
  const cases = [...left.keys()].map((id) => ({
    area: 'a',
    definition: {
      id,
      title: 'It MUST.',
      requirements: ['A-001'],
      run: async () => {
        const count = left.get(id) ?? 0;
        left.set(id, count - 1);
        if (count > 0) throw new ExpectationFailed('number', '1', '2');
      },
    },
  }));
  const options = { parallel: 1, signal: new AbortController().signal, cases };
  const { bad } = await meetBatch(mutant, { target }, { cases, limit: 60_000 }, options);
  return bad?.id;
}

t.test('a mutant is noticed by a case that fails twice', async (t) => {
  t.equal(await noticed({ one: 0, other: 9 }), 'other');
});

t.test('a case that fails once proves nothing, and those after it are met as well', async (t) => {
  t.equal(await noticed({ one: 1 }), undefined);
  t.equal(await noticed({ one: 1, other: 9 }), 'other');
});

t.test('cases that pass notice nothing', async (t) => {
  t.equal(await noticed({ one: 0, other: 0 }), undefined);
});
