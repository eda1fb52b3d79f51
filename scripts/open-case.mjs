// The context of a case on a server, for as long as a script needs it.
import { expectOk } from '../dist/conformance/wire/expect/status.js';
import { runCases } from '../dist/conformance/runner/run.js';
import { readKubeconfig } from '../dist/conformance/target/kubeconfig.js';
import { openTarget } from '../dist/conformance/target/target.js';
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

/** Resolves with the context and `close`, which removes what the case created. Pods can be created in its namespace. */
export async function openCase(file, vendor, signal) {
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
  const definition = { id: 'comparison', title: 'x', requirements: [], needs: ['namespace'], run };
  const result = runCases([{ area: 'errors', definition }], { target, clock, parallel: 1, signal, caseLimit: longest });
  const failed = result.then(([only]) => Promise.reject(new Error(`${file}: ${JSON.stringify(only)}`)));
  failed.catch(() => undefined);
  return {
    context: await Promise.race([context, failed]),
    close: async () => {
      end();
      await result;
      await target.close();
    },
  };
}
