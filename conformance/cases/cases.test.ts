// The cases keep their contract: id, title, existing requirements, and an up-to-date index.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import t from 'tap';
import { loadCatalogue, whyNoCase } from '../requirements/catalogue.ts';
import type { Requirement } from '../requirements/contract/requirement.ts';
import { findCases, indexText } from './generate-index.ts';
import { cases } from './index.ts';

/** Areas in which every requirement has a case or a reason for having none. */
const complete = new Set(
  (
    'objects resource-versions verbs-and-paths media-types listing watching events health errors limits versioning ' +
    'removed-apis bootstrap-tokens node-authorization node-status node-lifecycle checkpoint agent-config watchdog ' +
    'proxy-and-misc oidc token-webhook webhook-authorizer abac'
  ).split(' '),
);

t.test('the id of a case is the name of its file, and no two cases share one', async (t) => {
  for (const { file, definition } of cases) t.equal(definition.id, file);
  t.equal(new Set(cases.map(({ file }) => file)).size, cases.length);
});

t.test('the title of a case is a sentence with MUST, SHOULD or MAY', async (t) => {
  for (const { definition } of cases)
    t.match(definition.title, /^[A-Z].*\b(MUST|SHOULD|MAY)\b.*\.$/, { id: definition.id });
});

t.test('every case is evidence for requirements of the catalogue', async (t) => {
  const catalogue = loadCatalogue();
  for (const { area, definition } of cases) {
    // Of some attacks the specification says nothing.
    t.ok(definition.requirements.length > 0 || area === 'attacks', definition.id);
    for (const id of definition.requirements) t.ok(catalogue.find(id), `${id} of ${definition.id}`);
    t.equal(
      new Set(definition.requirements).size,
      definition.requirements.length,
      `${definition.id} names nothing twice`,
    );
  }
});

t.test('the requirements that a case covers have a statement', async (t) => {
  const catalogue = loadCatalogue();
  const covered = new Set(cases.flatMap(({ definition }) => definition.requirements));
  t.strictSame(
    [...covered].filter((id) => catalogue.find(id)?.statement === undefined),
    [],
  );
});

t.test('no case covers a requirement that it cannot observe', async (t) => {
  const catalogue = loadCatalogue();
  // A certain result needs a short retention; the case tests whether the target has compacted its first version.
  const byChance = ['WATCH-015'];
  for (const { definition } of cases) {
    for (const id of definition.requirements) {
      const requirement = catalogue.find(id);
      t.not(requirement?.subject, 'client', `${id} of ${definition.id}`);
      if (id.endsWith('U') || byChance.includes(id) || requirement?.observe === 'black-box') continue;
      t.equal(requirement?.observe, 'start-up', `${id} of ${definition.id}`);
      const launches = definition.launch !== undefined || definition.needs?.some((need) => need.startsWith('launch-'));
      t.ok(launches, `${definition.id} starts what ${id} is about`);
    }
  }
});

t.test('a served requirement has either a case or a reason in the catalogue, never both', async (t) => {
  const catalogue = loadCatalogue();
  const covered = new Set(cases.flatMap(({ definition }) => definition.requirements));
  const isCovered = ({ id, sameAs = [] }: Requirement) => [id, ...sameAs].some((each) => covered.has(each));
  const served = catalogue.requirements.filter(({ area }) => complete.has(area));
  const missing = served.filter((each) => !isCovered(each) && whyNoCase(each) === undefined);
  t.strictSame(
    missing.map(({ id }) => id),
    [],
  );
  const excused = served.filter((each) => each.noCase !== undefined && covered.has(each.id));
  t.strictSame(
    excused.map(({ id }) => id),
    [],
  );
});

t.test('index.ts is the output of generate-index', async (t) => {
  const folder = join(process.cwd(), 'conformance', 'cases');
  if (!existsSync(join(folder, 'case.ts'))) t.pass('not run from the source tree: nothing to compare');
  else t.equal(await readFile(join(folder, 'index.ts'), 'utf8'), indexText(await findCases(folder)));
});

t.test('generate-index refuses an id that two areas use', async (t) => {
  const areas = new Map([
    ['a', ['same']],
    ['b', ['same']],
  ]);
  t.throws(() => indexText(areas), { message: 'the id same is used in a and in b' });
});

t.test('a case judges only its own requirements, named by literal ids', async (t) => {
  const folder = join(process.cwd(), 'conformance', 'cases');
  const sources = existsSync(join(folder, 'index.ts')) ? cases : [];
  if (sources.length === 0) t.pass('not run from the source tree: nothing to read');
  for (const { area, file, definition } of sources) {
    const text = await readFile(join(folder, area, `${file}.ts`), 'utf8');
    const calls = [...text.matchAll(/\.holds\(\s*('[^']*'|\[[^\]]*\])/g)];
    t.equal(calls.length, text.split('.holds(').length - 1, `${file} names what it judges in each place`);
    const named = calls.flatMap(([, ids = '']) => [...ids.matchAll(/'([^']+)'/g)].map(([, id = '']) => id));
    t.strictSame(
      named.filter((id) => !definition.requirements.includes(id)),
      [],
      `${file} judges its own requirements`,
    );
  }
});
