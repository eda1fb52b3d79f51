// Records what a server that is right says of a table: node scripts/record-values.mjs KUBECONFIG [TABLE...]. A line that is
// different in two turns ends the recording.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { askAll } from '../dist/conformance/fixtures/asked/asked-table.js';
import { patchAll } from '../dist/conformance/fixtures/asked/patch-table.js';
import { judgeValues } from '../dist/conformance/fixtures/defined-values/value-table.js';
import { vendorIds, vendorOf } from '../dist/shared/vendor/profile.js';
import { openCase, recordedLine } from './open-case.mjs';

/** How each table is made, where its lines belong, and what the file says of them. */
const tables = {
  values: {
    lines: judgeValues,
    file: 'defined-values/data/value-verdicts.ts',
    constant: 'valueVerdicts',
    words: 'says of the values in tried-values.ts',
  },
  requests: {
    lines: askAll,
    file: 'asked/data/answers.ts',
    constant: 'answers',
    words: 'answers to the requests in asked-requests.ts',
  },
  patches: {
    lines: patchAll,
    file: 'asked/data/patch-results.ts',
    constant: 'patchResults',
    words: 'makes of the patches in tried-patches.ts',
  },
};

const [file, ...names] = process.argv.slice(2);
const unknown = names.filter((name) => !(name in tables));
if (file === undefined || unknown.length > 0) {
  process.stderr.write(`node scripts/record-values.mjs KUBECONFIG [${Object.keys(tables).join('|')}...]\n`);
  process.exit(2);
}
const vendor = vendorOf(process.env.VENDOR ?? vendorIds.at(-1));
for (const name of names.length === 0 ? Object.keys(tables) : names) await record(tables[name]);

async function record(table) {
  const [turn, other] = [await recording(table), await recording(table)];
  const changed = [...turn].filter(([row, said]) => other.get(row) !== said);
  if (changed.length > 0) throw new Error(`two answers: ${changed.map(([row]) => row).join(', ')}`);
  const lines = [...turn]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([row, said]) => recordedLine(`${row} => ${said}`, vendor));
  const text = `// What the real API server 1.34.2 ${table.words}, recorded.\n\nexport const ${table.constant} = \`\n${lines.join('\n')}\n\`;\n`;
  writeFileSync(fileURLToPath(new URL(`../conformance/fixtures/${table.file}`, import.meta.url)), text);
  process.stdout.write(`${lines.length} rows of ${table.file}\n`);
}

/** In a namespace of its own. */
async function recording({ lines }) {
  const { context, close } = await openCase(file, vendor.id, AbortSignal.timeout(300_000));
  const rows = new Map();
  await lines(context, (row, said) => rows.set(row, said));
  await close();
  return rows;
}
