// Records what a server that is right says of the rows of `conformance/fixtures/recorded/tables.ts`:
// node scripts/record-values.mjs KUBECONFIG [TABLE...]. Tables about starts need LAUNCH_SERVER, the command of a launcher. A row that is
// judged differently in two turns ends the recording.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { recordedTables } from '../dist/conformance/fixtures/recorded/tables.js';
import { vendorIds, vendorOf } from '../dist/shared/vendor/profile.js';
import { openCase, recordedLine } from './open-case.mjs';

const [file, ...wanted] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('node scripts/record-values.mjs KUBECONFIG [TABLE...]\n');
  process.exit(2);
}
const vendor = vendorOf(process.env.VENDOR ?? vendorIds.at(-1));
for (const [name, table] of Object.entries(recordedTables)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const [turn, other] = [await recording(table), await recording(table)];
  const changed = [...turn].filter(([row, verdict]) => other.get(row) !== verdict);
  if (changed.length > 0)
    throw new Error(`two verdicts: ${changed.map(([row, one]) => `${row}: ${one} or ${other.get(row)}`).join('\n')}`);
  const lines = [...turn]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([row, verdict]) => recordedLine(`${row} => ${verdict}`, vendor));
  writeFileSync(
    fileURLToPath(new URL(`../conformance/fixtures/${table.file}.ts`, import.meta.url)),
    `// What the real API server 1.34.2 says of ${table.about}, recorded.\n\nexport const ${name} = \`\n${lines.join('\n')}\n\`;\n`,
  );
  process.stdout.write(`${name}: ${lines.length} rows\n`);
}

/** In a namespace of its own. */
async function recording({ judge, launch }) {
  const { context, close } = await openCase(file, vendor.id, AbortSignal.timeout(600_000), launch);
  const rows = new Map();
  await judge(context, (row, verdict) => rows.set(row, verdict));
  await close();
  return rows;
}
