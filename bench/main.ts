// The benchmarks as a program: measures, prints one table, writes JSON. Every figure is the median of interleaved rounds
// with its reference in the same run.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { measureAgent } from './cases/agent.ts';
import { measureChurn } from './cases/churn.ts';
import { measureColdStart } from './cases/cold-start.ts';
import { measureConsistentReads } from './cases/consistent-reads.ts';
import { measureCreates } from './cases/creates.ts';
import { measureDelivery } from './cases/delivery.ts';
import { measureFanOut } from './cases/fan-out.ts';
import { measureLarge } from './cases/large.ts';
import { measureMemory } from './cases/memory.ts';
import { measureReads } from './cases/reads.ts';
import { measureRepresentations } from './cases/representations.ts';
import { measureSimulatedNodes } from './cases/simulated-nodes.ts';
import type { Row } from './harness/report.ts';
import { table } from './harness/report.ts';

interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly large: number;
  readonly updates: number;
  readonly minutes: number;
  readonly nodes: number;
  readonly nodeMinutes: number;
  readonly watchers: number;
  readonly rate: number;
}

const cases: Readonly<Record<string, (options: Options) => Promise<readonly Row[]>>> = {
  'cold-start': measureColdStart,
  reads: async (options) => [...(await measureReads(options)), ...(await measureRepresentations(options))],
  'consistent-reads': measureConsistentReads,
  creates: measureCreates,
  churn: measureChurn,
  'fan-out': measureFanOut,
  delivery: measureDelivery,
  memory: measureMemory,
  large: measureLarge,
  agent: measureAgent,
  'simulated-nodes': measureSimulatedNodes,
};

const program = new Command('npm run bench --')
  .description(
    'Measures the programs against a reference in the same run. Data lies in BENCH_DISK (default: the temporary folder).',
  )
  .argument('[case...]', `which to run: ${Object.keys(cases).join(', ')} (default: all)`)
  .option('--rounds <n>', 'rounds of every figure', positive, 5)
  .option('--seconds <n>', 'seconds of one load', positive, 3)
  .option('--large <n>', 'pods of the large collection; the aims are stated for 100000', positive, 10_000)
  .option('--updates <n>', 'updates of the churn; the aim is stated for 10000000', positive, 200_000)
  .option('--minutes <n>', 'minutes of the idle agent; the aims are stated for 10', positive, 1)
  .option('--nodes <n>', 'simulated nodes', positive, 5000)
  .option('--node-minutes <n>', 'minutes of all simulated nodes; the aim is stated for 30', positive, 1)
  .option('--watchers <n>', 'watchers of the delivery; the aim is stated for 1000', positive, 200)
  .option('--rate <n>', 'writes in a second of the delivery; the aim is stated for 1000', positive, 200)
  .option('--output <file>', 'where to write the figures as JSON', 'bench.json')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const options = program.opts<Options & { output: string }>();
const chosen = program.args.length === 0 ? Object.keys(cases) : program.args;
const unknown = chosen.filter((name) => !Object.hasOwn(cases, name));
if (unknown.length > 0) program.error(`unknown case: ${unknown.join(', ')}`, { exitCode: 2 });

function positive(text: string): number {
  const value = Number(text);
  if (!(Number.isFinite(value) && value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

// Timers of the parts that are measured keep no process alive: one that waits for nothing else would end without a word.
const alive = setInterval(() => {}, 60_000);
const rows: Row[] = [];
for (const name of chosen) {
  process.stderr.write(`${name} ...\n`);
  rows.push(...((await cases[name]?.(options)) ?? []));
}
clearInterval(alive);
process.stdout.write(`${table(rows)}\n`);
const { output, ...rest } = options;
const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model ?? '' };
writeFileSync(output, `${JSON.stringify({ version: 1, machine, options: rest, rows }, null, 2)}\n`);
