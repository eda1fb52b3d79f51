import { containerOf, startPod, statusOf } from '../../fixtures/pod/running-pods.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

/** `kill -0` fails as busy; other signals are free. */
const rule = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [
    {
      names: ['kill'],
      action: 'SCMP_ACT_ERRNO',
      errnoRet: 16,
      args: [{ index: 1, value: 0, op: 'SCMP_CMP_EQ' }],
    },
  ],
};
const ending = (action: string) => ({
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [{ names: ['kill'], action }],
});
/** By the name of the container that runs under it. */
const profiles: Readonly<Record<string, string>> = {
  rule: JSON.stringify(rule),
  kill: JSON.stringify(ending('SCMP_ACT_KILL')),
  thread: JSON.stringify(ending('SCMP_ACT_KILL_THREAD')),
  text: JSON.stringify({ ...rule, defaultErrnoRet: '1' }),
  notify: JSON.stringify({ defaultAction: 'SCMP_ACT_NOTIFY' }),
};
/** The first process of the container is the shell itself. */
const script =
  'kill -0 1 2> /dev/termination-log; kill -CONT 1 && echo free >> /dev/termination-log; echo ended >> /dev/termination-log';

export default {
  id: 'profile-of-the-node',
  title:
    'A container MUST run under the profile of its node that it names, and MUST NOT run under one that is not valid.',
  requirements: ['SECC-009', 'SECC-012', 'SECC-013', 'SECC-015', 'SECC-017'],
  needs: ['namespace', 'pod-image', 'seccomp-folder'],
  async run(c) {
    const folder = c.unique('profiles');
    const volume = { name: 'profiles', hostPath: { path: c.seccompFolder, type: 'DirectoryOrCreate' } };
    const volumeMounts = [{ name: 'profiles', mountPath: '/profiles' }];
    const inFolder = (name: string, text: string) => ({
      ...containerOf(c, { name, script: text, securityContext: { runAsUser: 0 } }),
      volumeMounts,
    });
    const writes = Object.entries(profiles).map(
      ([name, text]) => `printf %s '${text}' > /profiles/${folder}/${name}.json`,
    );
    const { path } = await startPod(c, 'p', {
      volumes: [volume],
      initContainers: [inFolder('write', [`mkdir /profiles/${folder}`, ...writes].join(' && '))],
      containers: Object.keys(profiles).map((name) => {
        const seccompProfile = { type: 'Localhost', localhostProfile: `${folder}/${name}.json` };
        return containerOf(c, { name, script, securityContext: { seccompProfile } });
      }),
    });
    const stateOf = (pod: Exchange, name: string, field: string): unknown =>
      statusOf(pod, 'containerStatuses', name, `state.${field}`);
    const eventually = (look: (pod: Exchange) => void) =>
      c.eventually(async () => {
        const pod = await c.wire.get(path);
        expectOk(pod);
        look(pod);
      });
    await c.holds(['SECC-009', 'SECC-013'], () =>
      eventually((pod) => {
        const message = stateOf(pod, 'rule', 'terminated.message');
        const said = typeof message === 'string' ? message : '';
        expectThat('the call of the rule', /busy/i.test(said), 'refused with the number of the rule', said);
        expectThat('the call with another argument', /^free$/m.test(said), 'free', said);
      }),
    );
    await c.holds('SECC-015', () =>
      eventually((pod) => {
        const [one, other] = ['kill', 'thread'].map((name) => stateOf(pod, name, 'terminated.exitCode'));
        expectThat('the exit code', typeof one === 'number' && one > 128, 'that of a program that was killed', one);
        expectEqual('the end by the other name', other, one);
      }),
    );
    const refused = (name: string) =>
      eventually((pod) => {
        const why = stateOf(pod, name, 'waiting.reason') ?? stateOf(pod, name, 'terminated.reason');
        const reasons = ['CreateContainerError', 'RunContainerError', 'StartError'];
        expectThat(`the container under the profile ${name}`, reasons.includes(String(why)), 'not started', why);
        expectEqual('it runs', stateOf(pod, name, 'running'), undefined);
      });
    await c.holds('SECC-012', () => refused('text'));
    await c.holds('SECC-017', () => refused('notify'));
    const clean = await startPod(c, 'clean', {
      volumes: [volume],
      containers: [inFolder('clean', `rm -rf /profiles/${folder}`)],
    });
    await c.eventually(async () => {
      const pod = await c.wire.get(clean.path);
      expectEqual('exit code', statusOf(pod, 'containerStatuses', 'clean', 'state.terminated.exitCode'), 0);
    });
    for (const one of [path, clean.path]) await c.wire.delete(`${one}?gracePeriodSeconds=0`);
  },
} satisfies Case;
