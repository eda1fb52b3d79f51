// Runs npm, and finds out in bounded time whether its registry answers.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Milliseconds; npm has no limit of its own for the time in which a connection is made. */
const patience = 25_000;

/**
 * Without a registry in reach an installation waits for the time limit of one package after the other, half an hour in all.
 * One request for a small package shows the same within `patience`.
 */
const probe = [
  'view',
  'picocolors',
  'version',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=2000',
  '--fetch-timeout=10000',
];

/**
 * Asks the registry that npm uses in `folder` for one package.
 * @param {string} folder
 * @returns {{ reachable: boolean, words: string }} `words`: what npm says about a registry that is not reachable
 */
export function findRegistry(folder) {
  const { status, stderr } = runNpm(folder, probe, 'pipe', patience);
  const words = status === null ? `npm ${probe[0]}: no response within ${patience / 1000} s\n` : stderr;
  return { reachable: status === 0, words };
}

/**
 * Runs the npm that runs this script, else the one in the path. Throws an Error when there is none.
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {2 | 'ignore' | 'pipe'} output where both its outputs go; 2: standard error
 * @param {number} [timeout] milliseconds after which it is killed; its status is null then
 */
export function runNpm(folder, args, output, timeout) {
  const own = process.env.npm_execpath ?? '';
  const stdio = ['ignore', output, output];
  // npm does not end at once on SIGTERM.
  const options = { cwd: folder, stdio, encoding: 'utf8', timeout, killSignal: 'SIGKILL' };
  const npm =
    basename(own) === 'npm-cli.js'
      ? spawnSync(process.execPath, [own, ...args], options)
      : // On Windows npm is a script, which only a shell starts; no argument has a character that a shell reads.
        spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (npm.error !== undefined && npm.error.code !== 'ETIMEDOUT')
    throw new Error(`npm cannot be started: ${npm.error.message}`);
  return npm;
}
