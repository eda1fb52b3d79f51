import type { Case } from '../../contract/case.ts';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const head = 'apiVersion: apiserver.config.{api}/v1\nkind: AdmissionConfiguration\n';
const podSecurity = (rest: string): string =>
  `${head}plugins:\n- name: PodSecurity\n  configuration:\n    apiVersion: pod-security.admission.config.{api}/v1\n    kind: PodSecurityConfiguration\n${rest}`;

/** Invalid configuration files, and the error text that a start must print. */
const faulty: readonly (readonly [text: string, words: RegExp])[] = [
  ['kind: AdmissionConfiguration', /apiVersion|AdmissionConfiguration/],
  [podSecurity('    defaults: { enforce: strict }\n'), /enforce/],
  [podSecurity('    defaults: { warn-version: soon }\n'), /warn-version/],
  [podSecurity('    exemptions: { namespaces: [Not_A_Name] }\n'), /namespaces.*Not_A_Name/],
];

export default {
  id: 'plug-ins-misconfigured',
  title: 'A start with an invalid admission configuration MUST fail and say what is wrong.',
  requirements: ['ADM-017'],
  needs: ['launch-server'],
  async run(c) {
    await withTemporaryFolder(async (folder) => {
      for (const [index, [text, words]] of faulty.entries()) {
        const file = join(folder, `${index}.yaml`);
        await writeFile(file, c.vendor.fill(text));
        const { code, output } = await c.runServer(`--admission-control-config-file=${file}`);
        expectThat(`exit code with file ${index}`, code !== 0, 'not 0', code);
        expectThat(`output with file ${index}`, words.test(output), String(words), output.slice(-2000));
      }
      const { code, output } = await c.runServer('--disable-admission-plugins=NoSuchPlugIn');
      expectThat('exit code with an unknown plug-in', code !== 0, 'not 0', code);
      expectThat('output about it', output.includes('NoSuchPlugIn'), 'the name of the plug-in', output.slice(-2000));
    });
  },
} satisfies Case;
