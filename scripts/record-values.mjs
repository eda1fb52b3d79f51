// Records what a server that is right says of the values of `conformance/fixtures/defined-values`:
// node scripts/record-values.mjs KUBECONFIG. A value that is judged differently in two turns ends the recording.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { judgeValues } from '../dist/conformance/fixtures/defined-values/value-table.js';
import { vendorIds, vendorOf } from '../dist/shared/vendor/profile.js';
import { openCase, recordedLine } from './open-case.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('node scripts/record-values.mjs KUBECONFIG\n');
  process.exit(2);
}
const vendor = vendorOf(process.env.VENDOR ?? vendorIds.at(-1));
const { context, close } = await openCase(file, vendor.id, AbortSignal.timeout(300_000));
const [turn, other] = [await recording(), await recording()];
await close();
const changed = [...turn].filter(([row, verdict]) => other.get(row) !== verdict);
if (changed.length > 0) throw new Error(`two verdicts: ${changed.map(([row]) => row).join(', ')}`);
const lines = [...turn]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([row, verdict]) => recordedLine(`${row} => ${verdict}`, vendor));
writeFileSync(
  fileURLToPath(new URL('../conformance/fixtures/defined-values/data/value-verdicts.ts', import.meta.url)),
  `// What the real API server 1.34.2 says of the values in tried-values.ts, recorded.\n\nexport const valueVerdicts = \`\n${lines.join('\n')}\n\`;\n`,
);
process.stdout.write(`${lines.length} rows\n`);

async function recording() {
  const rows = new Map();
  await judgeValues(context, (row, verdict) => rows.set(row, verdict));
  return rows;
}
