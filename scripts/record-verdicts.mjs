// Records the tables of expected verdicts (`conformance/fixtures/faulty/data`) from a server that is right:
// node scripts/record-verdicts.mjs KUBECONFIG [CASE...]. A change that the suite judges differently in two turns becomes `?`.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { keyOf } from '../dist/conformance/fixtures/faulty/sound-objects.js';
import { judge } from '../dist/conformance/fixtures/faulty/verdicts.js';
import { verdictTables } from '../dist/conformance/fixtures/faulty/verdict-tables.js';
import { inLanes } from '../dist/conformance/wire/time/lanes.js';
import { vendorIds, vendorOf } from '../dist/shared/vendor/profile.js';
import { openCase, recordedLine } from './open-case.mjs';

/** Objects at the same time: those that are only tried are independent of each other, stored ones have names of their own. */
const objectLanes = 4;
const folder = fileURLToPath(new URL('../conformance/fixtures/faulty/data/', import.meta.url));
const [file, ...wanted] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('node scripts/record-verdicts.mjs KUBECONFIG [CASE...]\n');
  process.exit(2);
}
const { context, close } = await openCase(file, process.env.VENDOR ?? vendorIds.at(-1), AbortSignal.timeout(1_800_000));
for (const [id, { table, kind, objects, asTheyAre = false }] of Object.entries(verdictTables)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const turns = [await recordingOf(id, kind, objects, asTheyAre), await recordingOf(id, kind, objects, asTheyAre)];
  const rows = objects.map((object) => [keyOf(object), rowsOf(turns.map((turn) => turn.get(keyOf(object))))]);
  writeFileSync(`${folder}${table}.ts`, moduleOf(table, rows));
  process.stdout.write(
    `${table}: ${rows.map(([, lines]) => lines.length).reduce((sum, count) => sum + count, 0)} rows\n`,
  );
}
await close();

/** One turn: the verdicts of all changes by key of the object, in the order of the changes. */
async function recordingOf(id, kind, objects, asTheyAre) {
  const verdicts = new Map();
  await inLanes(objects, objectLanes, async (object) => {
    const found = [];
    try {
      await judge(context, kind, object, {
        onVerdict: (text, verdict, index) => (found[index] = [text, verdict]),
        isTried: () => !asTheyAre,
      });
      verdicts.set(keyOf(object), new Map(found));
    } catch (error) {
      process.stdout.write(
        `${id} ${keyOf(object)}: ${error.what ?? ''} ${error.expected ?? ''} ${error.got ?? error.message}\n`,
      );
    }
  });
  return verdicts;
}

function rowsOf([one, other]) {
  if (one === undefined || other === undefined) return [];
  const verdict = (text) => (one.get(text) === other.get(text) && one.get(text) !== 'no answer' ? one.get(text) : '?');
  const counts = new Map();
  for (const text of one.keys()) counts.set(verdict(text), (counts.get(verdict(text)) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a)[0];
  const usual = most === '?' || counts.get(most) <= (counts.get('taken') ?? 0) ? 'taken' : most;
  const rows = usual === 'taken' ? [] : [`otherwise => ${usual}`];
  return [
    ...rows,
    ...[...one.keys()].filter((text) => verdict(text) !== usual).map((text) => `${text} => ${verdict(text)}`),
  ];
}

function moduleOf(table, rows) {
  const name = table.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const entries = rows
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([key, lines]) =>
        `  '${key}': \`\n${lines.map((line) => recordedLine(line, vendorOf(vendorIds.at(-1)))).join('\n')}\n\`,\n`,
    );
  return `// Expected verdicts, recorded with the real API server 1.34.2; verdicts.ts describes the form.

export const ${name}: Readonly<Record<string, string>> = {
${entries.join('')}};
`;
}
