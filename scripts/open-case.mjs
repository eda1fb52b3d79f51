// The context of a case on a server, for as long as a script needs it.
import { expectOk } from '../dist/conformance/wire/expect/status.js';
import { ServerLauncher } from '../dist/conformance/launch/server-launcher.js';
import { commandWords } from '../dist/conformance/launch/command-words.js';
import { runCases } from '../dist/conformance/runner/run.js';
import { readKubeconfig } from '../dist/conformance/target/kubeconfig.js';
import { openTarget } from '../dist/conformance/target/target.js';
import process from 'node:process';
import { vendorOf } from '../dist/shared/vendor/profile.js';
import { systemClock as clock } from '../dist/conformance/wire/time/clock.js';

const longest = 6 * 3_600_000;

/** A recorded line with the vendor's names as placeholders, escaped for a template literal. */
export function recordedLine(line, vendor) {
  const named = ['{api}', '{label}', '{short}-', '{Maker}', '{maker}'].reduce(
    (text, token) => text.replaceAll(vendor.fill(token), token),
    line,
  );
  return named.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
}

/**
 * Resolves with the context and `close`, which removes what the case created. Pods can be created in its namespace. The variable
 * LAUNCH_SERVER is the command that starts servers for the case.
 */
export async function openCase(file, vendor, signal, launch) {
  const target = await openTarget({ kubeconfig: await readKubeconfig(file), vendor }, signal);
  let [opened, end] = [];
  const context = new Promise((resolve) => (opened = resolve));
  const ended = new Promise((resolve) => (end = resolve));
  const run = async (c) => {
    // No controller may be there to create it.
    const accounts = c.resource('v1', 'serviceaccounts');
    await c.wire.post(accounts.collection, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } });
    expectOk(await c.wire.get(accounts.item('default')));
    opened(c);
    await ended;
  };
  const command = process.env.LAUNCH_SERVER;
  const needs = command === undefined || launch !== undefined ? ['namespace'] : ['namespace', 'launch-server'];
  const launched = launch === undefined ? {} : { launch };
  const definition = { id: 'comparison', title: 'x', requirements: [], needs, run, ...launched };
  const launcher =
    command === undefined
      ? undefined
      : new ServerLauncher({ command: commandWords(command), vendor: vendorOf(vendor), clock });
  const launching = launcher === undefined ? {} : { launcher };
  const placed = [{ area: 'errors', definition }];
  const result = runCases(placed, { target, clock, parallel: 1, signal, caseLimit: longest, ...launching });
  const failed = result.then(([only]) => Promise.reject(new Error(`${file}: ${JSON.stringify(only)}`)));
  failed.catch(() => undefined);
  return {
    context: await Promise.race([context, failed]),
    close: async () => {
      end();
      await result;
      await launcher?.close();
      await target.close();
    },
  };
}
