import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import type { Case } from '../../contract/case.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { inLanes } from '../../wire/time/lanes.ts';

/** Milliseconds within which an agent reads its files and, if it cannot use them, exits. */
const read = 30_000;

/** Fields of a file, in YAML, that no agent can use. */
const wrong: Readonly<Record<string, string>> = {
  'a field that does not exist': 'noSuchField: 1',
  'a field that is given twice': 'maxPods: 20\nmaxPods: 21',
  'text for a number': 'maxPods: many',
  'a number below its range': 'maxPods: -1',
  'a list for a map': 'systemReserved: [cpu]',
  'an amount that is none': 'systemReserved:\n  cpu: lots',
  'a negative amount': 'systemReserved:\n  cpu: "-1"',
  'a duration that is none': 'nodeStatusUpdateFrequency: soon',
  'a choice that does not exist': 'topologyManagerScope: sometimes',
  'a threshold that is none': 'evictionHard:\n  memory.available: little',
  'a signal that does not exist': 'evictionHard:\n  luck.available: 10%',
  'a soft threshold without a grace period': 'evictionSoft:\n  memory.available: 10%',
  'a shutdown whose last part is longer than all of it':
    'shutdownGracePeriod: 10s\nshutdownGracePeriodCriticalPods: 11s',
  'a shutdown that has a last part only': 'shutdownGracePeriodCriticalPods: 10s',
  'an effect that does not exist': 'registerWithTaints:\n- key: a\n  effect: Perhaps',
  'a certificate without its key': 'tlsCertFile: /tmp/tls.crt',
  'a version that does not exist': 'tlsMinVersion: VersionTLS99',
};

export default {
  id: 'refused-files',
  title: 'An agent SHOULD NOT start when its configuration file is missing, or when it cannot use all of it.',
  requirements: ['NSTAT-004'],
  needs: ['launch-agent'],
  async run(c) {
    const kind = 'kind: KubeletConfiguration';
    const apiVersion = `apiVersion: ${c.vendor.fill('kubelet.config.{api}/v1beta1')}`;
    const files: Readonly<Record<string, string>> = {
      ...Object.fromEntries(
        Object.entries(wrong).map(([what, fields]) => [what, `${apiVersion}\n${kind}\n${fields}\n`]),
      ),
      'an empty file': '\n',
      'another kind': `${apiVersion}\nkind: Another\nmaxPods: 20\n`,
      'another version': `apiVersion: conformance.test/v1\n${kind}\nmaxPods: 20\n`,
      'no map': '- maxPods\n',
      'no YAML': '{',
    };
    await withTemporaryFolder(async (folder) => {
      const starts: (readonly [what: string, path: string])[] = [['a file that is missing', join(folder, 'none')]];
      for (const [index, [what, content]] of Object.entries(files).entries()) {
        const path = join(folder, `${index}.yaml`);
        await writeFile(path, content);
        starts.push([what, path]);
      }
      const accepted: string[] = [];
      // A few at a time: each is a program that starts.
      await inLanes(starts, 3, async ([what, path]) => {
        const code = await c.watchAgent({ flags: [`--config=${path}`] }, read);
        if (typeof code !== 'number' || code === 0) accepted.push(what);
      });
      expectEqual('files that did not end the start with a failure', accepted, []);
    });
  },
} satisfies Case;
