// A test file, or several quick ones, as a process of their own, as tap's own runner would start it, but without the module
// hooks that runner puts into the process and, by NODE_OPTIONS, into every program it launches: they made each start several
// times slower.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const group = fileURLToPath(new URL('group.mjs', import.meta.url));

/** Milliseconds between asking a file to end and killing it. A file's own limit ends this much before ours. */
const grace = 2_000;

/**
 * Runs the files and resolves with what they printed and how that ended; never rejects. `seconds` bounds each file until one
 * asks for another limit (`t.setTimeout`, in milliseconds from then; 0 is none). A process past its limit is asked to print
 * what it still waits for, then is killed.
 * @param {{ name: string, files: string[] }} what
 * @param {{ root: string, seconds: number, signal: AbortSignal, environment: Record<string, string> }} options
 * `environment` is added to ours
 */
export function runTests({ name, files }, { root, seconds, signal, environment }) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--enable-source-maps', ...(files.length === 1 ? files : [group, name])], {
    cwd: root,
    // The channel carries what a tap process and its runner say to each other about time.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...environment, TAP: '1', TAP_TIMEOUT: String(seconds), TEST_FILES: JSON.stringify(files) },
  });
  const output = { out: '', error: '' };
  const timers = new Set();
  let expired = false;
  /** @param {() => void} act */
  const after = (milliseconds, act) => timers.add(setTimeout(() => act(), milliseconds));
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
  const expire = () => {
    expired = true;
    if (child.connected) child.send({ tapAbort: 'timeout' }, () => {});
    after(grace, () => child.kill('SIGALRM'));
    after(grace * 2, () => child.kill('SIGKILL'));
  };
  const limit = (milliseconds) => {
    if (expired) return;
    clear();
    if (milliseconds > 0) after(milliseconds + grace, expire);
  };
  limit(seconds * 1000 * files.length);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  child.on('message', (message) => {
    if (typeof message?.setTimeout === 'number') limit(message.setTimeout);
  });
  child.stdout.setEncoding('utf8').on('data', (text) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.error += text));
  return new Promise((resolve) => {
    const end = (code, ending) => {
      clear();
      signal.removeEventListener('abort', stop);
      resolve({ name, files, ...output, code, ending, expired, milliseconds: performance.now() - started });
    };
    child.once('error', (error) => end(null, error.message));
    child.once('close', (code, endedBy) => end(code, endedBy ?? `code ${code}`));
  });
}
