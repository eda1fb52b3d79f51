// Records the table of random writes (`conformance/fixtures/sequences/data`) from a server that is right:
// node scripts/record-writes.mjs KUBECONFIG. What the server shows differently in two turns, or vendors document differently, is left
// out; a plan ends where the server fails (500).
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { builtInPlans, ownPlans, playPlans } from '../dist/conformance/fixtures/sequences/recorded-writes.js';
import { vendorIds } from '../dist/shared/vendor/profile.js';
import { openCase } from './open-case.mjs';

/**
 * Plans with something that the vendors document differently: JSON patches that replace nothing, resets of managers with other changes,
 * directives in lists without keys, changes of the role of a binding.
 */
const differing = new Set([
  'own kind 1',
  'own kind 50',
  'own kind 63',
  'own kind 73',
  'limitranges.v1 of-a-node 1',
  'limitranges.v1 of-a-node 5',
  'ingresses.v1.networking.{api} 3',
  'networkpolicies.v1.networking.{api} with-rules 6',
  'roles.v1.rbac.authorization.{api} 5',
  'runtimeclasses.v1.node.{api} 1',
  ...[1, 2, 5, 6].map((plan) => `rolebindings.v1.rbac.authorization.{api} ${plan}`),
  ...[1, 2].map((plan) => `clusterrolebindings.v1.rbac.authorization.{api} ${plan}`),
]);

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('node scripts/record-writes.mjs KUBECONFIG\n');
  process.exit(2);
}
const folder = fileURLToPath(new URL('../conformance/fixtures/sequences/data/', import.meta.url));
const { context, close } = await openCase(file, process.env.VENDOR ?? vendorIds.at(-1), AbortSignal.timeout(1_800_000));
await record('own-kind-writes', await ownPlans(context));
await record('built-in-writes', builtInPlans());
await close();

async function record(table, plans) {
  const turns = [await linesOf(plans), await linesOf(plans)];
  const rows = plans.flatMap(({ key }) => {
    const [one, other] = turns.map((turn) => turn.get(key));
    const failed = one.findIndex((line) => line.startsWith('500'));
    const lines = failed === -1 ? one : one.slice(0, failed);
    return JSON.stringify(one) === JSON.stringify(other) && lines.length > 0 && !differing.has(key)
      ? [[key, lines]]
      : [];
  });
  writeFileSync(`${folder}${table}.ts`, moduleOf(table, rows));
  process.stdout.write(`${table}: ${rows.length} of ${plans.length} plans\n`);
}

async function linesOf(plans) {
  const lines = new Map(plans.map(({ key }) => [key, []]));
  await playPlans(context, plans, ({ key }, place, line) => (lines.get(key)[place] = line));
  return lines;
}

function moduleOf(table, rows) {
  const name = table.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const entries = rows.map(
    ([key, lines]) => `  '${key}': [\n${lines.map((line) => `    ${quoted(line)},\n`).join('')}  ],\n`,
  );
  return `// Recorded with the real API server 1.34.2; recorded-writes.ts describes the form.\n
import type { RecordedWrites } from '../recorded-writes.ts';\n
export const ${name}: RecordedWrites = {\n${entries.join('')}};\n`;
}

function quoted(line) {
  return line.includes("'") ? JSON.stringify(line) : `'${line.replaceAll('\\', '\\\\')}'`;
}
