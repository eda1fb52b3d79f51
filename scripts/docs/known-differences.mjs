// Writes the table of known differences in docs/conformance-differences.md from docs/known-differences.yaml. With `--check` it writes nothing
// and exits with code 1 when the page has another one, or the file cannot be read by the suite.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cases } from '../../dist/conformance/cases/index.js';
import { readKnownDifferences } from '../../dist/conformance/runner/known-differences.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = 'node scripts/docs/known-differences.mjs';
const page = join(root, 'docs', 'conformance-differences.md');
const [start, end] = [`<!-- made by ${command} -->`, '<!-- end -->'];

try {
  const rows = readKnownDifferences(readFileSync(join(root, 'docs', 'known-differences.yaml'), 'utf8'), cases);
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`docs/conformance-differences.md has no place for the table: ${start} and ${end}`);
  const after = `${before.slice(0, from + start.length)}\n${tableOf(rows)}${before.slice(to)}`;
  if (!process.argv.includes('--check')) writeFileSync(page, after);
  else if (after !== before) throw new Error(`docs/conformance-differences.md is out of step: run ${command}`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function tableOf(rows) {
  const lines = rows.map(({ cases, requirements, target, reason }) => {
    const only = requirements === undefined ? '' : ` (${requirements.join(', ')})`;
    const names = cases.map((name) => `\`${name}\``).join(', ');
    return `| ${names}${only} | ${target.vendor} ${target.version} | ${reason.replaceAll('|', '\\|')} |`;
  });
  return ['| case | target | there |', '|---|---|---|', ...lines, ''].join('\n');
}
