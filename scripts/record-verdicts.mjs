// Records the tables of expected verdicts (`conformance/fixtures/faulty/data`) from a server that is right:
// node scripts/record-verdicts.mjs KUBECONFIG [CASE...]. A change that the suite judges differently in two turns becomes `?`.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { keyOf } from '../dist/conformance/fixtures/faulty/sound-objects.js';
import { judge } from '../dist/conformance/fixtures/faulty/verdicts.js';
import { verdictTables } from '../dist/conformance/fixtures/faulty/verdict-tables.js';
import { runCases } from '../dist/conformance/runner/run.js';
import { readKubeconfig } from '../dist/conformance/target/kubeconfig.js';
import { openTarget } from '../dist/conformance/target/target.js';
import { systemClock as clock } from '../dist/conformance/wire/time/clock.js';
import { vendorIds, vendorOf } from '../dist/shared/vendor/profile.js';

const folder = fileURLToPath(new URL('../conformance/fixtures/faulty/data/', import.meta.url));
const [file, ...wanted] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('node scripts/record-verdicts.mjs KUBECONFIG [CASE...]\n');
  process.exit(2);
}
const signal = AbortSignal.timeout(1_800_000);
const kubeconfig = await readKubeconfig(file);
const target = await openTarget({ kubeconfig, vendor: process.env.VENDOR ?? vendorIds.at(-1) }, signal);
for (const [id, { table, kind, objects, asTheyAre = false }] of Object.entries(verdictTables)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const turns = [await recordingOf(id, kind, objects, asTheyAre), await recordingOf(id, kind, objects, asTheyAre)];
  const rows = objects.map((object) => [keyOf(object), rowsOf(turns.map((turn) => turn.get(keyOf(object))))]);
  writeFileSync(`${folder}${table}.ts`, moduleOf(table, rows));
  process.stdout.write(
    `${table}: ${rows.map(([, lines]) => lines.length).reduce((sum, count) => sum + count, 0)} rows\n`,
  );
}
await target.close();

/** One turn: the verdicts of all changes by key of the object, in the order of the changes. */
async function recordingOf(id, kind, objects, asTheyAre) {
  const verdicts = new Map();
  const run = async (c) => {
    await inLanes(objects, async (object) => {
      const found = [];
      try {
        await judge(c, kind, object, {
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
  };
  const definition = { id, title: 'x', requirements: [], needs: ['namespace'], run };
  const [result] = await runCases([{ area: 'errors', definition }], {
    target,
    clock,
    parallel: 1,
    signal,
    caseLimit: 600_000,
  });
  if (result.outcome !== 'passed') process.stdout.write(`${id}: ${JSON.stringify(result).slice(0, 600)}\n`);
  return verdicts;
}

/** Objects that are only tried are independent of each other; the stored ones of a kind have names of their own. */
async function inLanes(objects, visit) {
  const left = objects.values();
  const lane = async () => {
    for (const object of left) await visit(object);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
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
    .map(([key, lines]) => `  '${key}': \`\n${lines.map(quoted).join('\n')}\n\`,\n`);
  return `// Expected verdicts, recorded with the real API server 1.34.2; verdicts.ts describes the form.

export const ${name}: Readonly<Record<string, string>> = {
${entries.join('')}};
`;
}

/** With the vendor's names as placeholders, and escaped for a template literal. */
function quoted(line) {
  const vendor = vendorOf(vendorIds.at(-1));
  const named = ['{api}', '{label}', '{short}-'].reduce(
    (text, token) => text.replaceAll(vendor.fill(token), token),
    line,
  );
  return named.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
}
