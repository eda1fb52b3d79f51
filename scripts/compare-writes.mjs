// Compares two servers by random writes: npm run compare-writes -- ONE.kubeconfig OTHER.kubeconfig. docs/comparing-servers.md describes it.
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { choices } from '../dist/conformance/consistency/random.js';
import { planOf } from '../dist/conformance/fixtures/sequences/plan.js';
import { Player } from '../dist/conformance/fixtures/sequences/player.js';
import { builtInObjects, ownKind } from '../dist/conformance/fixtures/sequences/written-objects.js';
import { inLanes } from '../dist/conformance/wire/time/lanes.js';
import { vendorIds } from '../dist/shared/vendor/profile.js';
import { openCase } from './open-case.mjs';

/** Plans at the same time. */
const lanes = 3;
/** How long a server gets between two writes when a difference is looked at again, in milliseconds. */
const settling = 300;

const usage =
  'npm run compare-writes -- ONE.kubeconfig OTHER.kubeconfig [--seed N] [--plans N] [--object KEY] [--vendor NAME]\n';
const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    plans: { type: 'string', default: '300' },
    object: { type: 'string', default: '' },
    vendor: { type: 'string', default: vendorIds.at(-1) },
  },
});
const [seed, count] = [Number(flags.seed), Number(flags.plans)];
if (files.length !== 2 || !Number.isInteger(seed) || !Number.isInteger(count)) {
  process.stderr.write(usage);
  process.exit(2);
}
const ended = new AbortController();
process.once('SIGINT', () => ended.abort());
const sides = await Promise.all(files.map((file) => openCase(file, flags.vendor, ended.signal)));
const own = await Promise.all(sides.map(({ context }) => ownKind(context)));
const isOwn = (written) => own.includes(written);
const objects = [...builtInObjects(), ...Array.from({ length: 12 }, () => own[0])]
  // A server may act on these by itself; the one of this project only stores them, and warns of it.
  .filter(({ key }) => !key.includes('.flowcontrol.') && key.startsWith(flags.object));
if (objects.length === 0) process.stderr.write(`no object has a key that begins with ${flags.object}\n`);
process.stdout.write(`# seed ${seed}: ${count} plans over ${objects.length} objects\n`);
let [plays, differing] = [0, 0];
await inLanes(Array.from({ length: objects.length === 0 ? 0 : count }).keys(), lanes, async (index) => {
  if (ended.signal.aborted) return;
  const choose = choices(seed, index);
  const written = objects[choose(objects.length)];
  const difference = await shortestDifference(written, planOf(written.scenario, choose));
  if (difference === undefined) return;
  differing += 1;
  process.stdout.write(textOf(index, written, difference));
});
for (const { close } of sides) await close();
process.stdout.write(`# ${differing} of ${count} plans differ\n`);
process.exitCode = differing === 0 && objects.length > 0 && !ended.signal.aborted ? 0 : 1;

/** Leaves out the operations without which the servers differ as well. */
async function shortestDifference(written, plan) {
  if ((await firstDifference(written, plan, 0)) === undefined) return undefined;
  // A server may have been about to change the object by itself.
  let difference = await firstDifference(written, plan, settling);
  for (let place = (difference?.plan.length ?? 0) - 2; place >= 0; place -= 1) {
    const shorter = await firstDifference(written, difference.plan.toSpliced(place, 1), settling);
    if (shorter?.lines[0] === difference.lines[0]) difference = shorter;
  }
  return difference;
}

/** Plays a plan on both servers until what they show differs. The plan that is returned ends there. */
async function firstDifference(written, plan, pause) {
  const tag = `w${seed}-${String((plays += 1)).padStart(6, '0')}`;
  const players = sides.map(
    ({ context }, side) => new Player(context, { ...(isOwn(written) ? own[side] : written), tag }),
  );
  try {
    for (const [index, operation] of plan.entries()) {
      await setTimeout(pause);
      const shown = await Promise.allSettled(players.map((player) => player.play(operation)));
      if (ended.signal.aborted) return undefined;
      if (shown.some(({ status }) => status === 'rejected')) return reportSilence(operation, shown);
      const [one, other] = shown.map(({ value }) => value);
      const lines = [
        ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
        ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
      ];
      if (lines.length > 0) return { plan: plan.slice(0, index + 1), lines };
    }
    return undefined;
  } finally {
    await Promise.allSettled(players.map((player) => player.end()));
  }
}

/** A server that breaks on a request shows nothing that could be compared. */
function reportSilence(operation, shown) {
  const texts = shown.map(({ reason }) => reason?.message ?? 'an answer');
  process.stdout.write(`# no answer (${texts.join(', ')}): ${shortText(operation)}\n`);
}

function textOf(index, { key }, { plan, lines }) {
  const most = 40;
  const more = lines.length > most ? [`and ${lines.length - most} more`] : [];
  const shown = [...lines.slice(0, most), ...more].map((line) => `    ${line.slice(0, 300)}\n`);
  return `plan ${index}: ${key}\n${plan.map((operation) => `  ${shortText(operation)}\n`).join('')}${shown.join('')}`;
}

function shortText({ whole: _whole, ...operation }) {
  return JSON.stringify(operation);
}
