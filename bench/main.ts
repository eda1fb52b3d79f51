// The benchmarks as a program: measures, prints one table, writes JSON. Every figure is the median of interleaved rounds
// with its reference in the same run.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { program } from '../shared/process/command-line/command.ts';
import { runProgram } from '../shared/process/command-line/command-line.ts';
import { type FlagValues, textFlag, valueFlag } from '../shared/process/command-line/flag.ts';
import { productVersion } from '../shared/process/host/product-version.ts';
import { measureAgent } from './cases/agent.ts';
import { measureChurn } from './cases/churn.ts';
import { measureColdStart } from './cases/cold-start.ts';
import { measureAccess } from './cases/access.ts';
import { measureConsistentReads } from './cases/consistent-reads.ts';
import { measureCreates } from './cases/creates.ts';
import { measureCustomObjects } from './cases/custom-objects.ts';
import { measureDefinitions } from './cases/definitions.ts';
import { measureDelivery } from './cases/delivery.ts';
import { measureFanOut } from './cases/fan-out.ts';
import { measureLarge } from './cases/large.ts';
import { measureMemory } from './cases/memory.ts';
import { measureReads } from './cases/reads.ts';
import { measureRepresentations } from './cases/representations.ts';
import { measureSimulatedNodes } from './cases/simulated-nodes.ts';
import type { Row } from './harness/report.ts';
import { table } from './harness/report.ts';

const flags = {
  rounds: positive('rounds of every figure', 5),
  seconds: positive('seconds of one load', 3),
  large: positive('pods of the large collection; the aims are stated for 100000', 10_000),
  updates: positive('updates of the churn; the aim is stated for 10000000', 200_000),
  minutes: positive('minutes of the idle agent; the aims are stated for 10', 1),
  nodes: positive('simulated nodes', 5000),
  'node-minutes': positive('minutes of all simulated nodes; the aim is stated for 30', 1),
  definitions: positive('definitions; the aims are stated for 1000', 1000),
  watchers: positive('watchers of the delivery; the aim is stated for 1000', 200),
  rate: positive('writes in a second of the delivery; the aim is stated for 1000', 200),
  output: textFlag('where to write the figures as JSON', { value: 'FILE', default: 'bench.json' }),
};

/** What the benchmarks take. */
type Options = Omit<FlagValues<typeof flags>, 'node-minutes' | 'output'> & { readonly nodeMinutes: number };

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
  definitions: async (options) => [...(await measureDefinitions(options)), ...(await measureCustomObjects(options))],
  access: measureAccess,
  agent: measureAgent,
  'simulated-nodes': measureSimulatedNodes,
};

function positive(meaning: string, initial: number) {
  const parse = (text: string) => (Number.isFinite(Number(text)) && Number(text) > 0 ? Number(text) : undefined);
  return valueFlag(meaning, parse, { value: 'N', what: 'a number above 0', default: initial });
}

async function measure(chosen: readonly string[], options: Options, output: string): Promise<void> {
  // Timers of the parts that are measured keep no process alive: one that waits for nothing else would end without a word.
  const alive = setInterval(() => {}, 60_000);
  const rows: Row[] = [];
  try {
    for (const name of chosen) {
      process.stderr.write(`${name} ...\n`);
      rows.push(...((await cases[name]?.(options)) ?? []));
    }
  } finally {
    clearInterval(alive);
  }
  process.stdout.write(`${table(rows)}\n`);
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model ?? '' };
  writeFileSync(output, `${JSON.stringify({ version: 1, machine, options, rows }, null, 2)}\n`);
}

const benchmarks = program({
  name: 'bench',
  version: productVersion(),
  summary: 'Measures the programs against a reference in the same run.',
  description:
    'Measures the programs against a reference in the same run. Data lies in BENCH_DISK (default: the temporary folder).',
  flags,
  operands: [
    {
      name: 'CASE',
      meaning: `which to run: ${Object.keys(cases).join(', ')} (default: all)`,
      required: false,
      repeatable: true,
      choices: Object.keys(cases),
    },
  ],
  run: async ({ flags: { 'node-minutes': nodeMinutes, output, ...rest }, operands }) => {
    await measure(operands.length === 0 ? Object.keys(cases) : operands, { ...rest, nodeMinutes }, output);
  },
});
const code = await runProgram(benchmarks, process.argv.slice(2));
// What a case that threw has started would keep the process alive.
if (code !== 0) process.exit(code);
