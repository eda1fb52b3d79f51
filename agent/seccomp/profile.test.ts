// What a seccomp profile may hold (requirements SECC), and how its faults are named.

import t from 'tap';
import { profileJudge } from './profile.ts';
import { actions } from './profile-schema.ts';

const judge = profileJudge();
const faults = (profile: unknown): readonly string[] => judge(JSON.stringify(profile));

t.test('a profile with every key the runtimes know is accepted (SECC-011, SECC-013)', async (t) => {
  const profile = {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: 1,
    architectures: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'],
    flags: ['SECCOMP_FILTER_FLAG_LOG'],
    listenerPath: '/run/agent.sock',
    listenerMetadata: 'x',
    syscalls: [
      { names: ['read', 'write'], action: 'SCMP_ACT_ALLOW' },
      { names: ['mkdir'], action: 'SCMP_ACT_NOTIFY' },
      {
        names: ['personality'],
        action: 'SCMP_ACT_TRACE',
        errnoRet: 38,
        args: [{ index: 0, value: 4294967295, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
      },
    ],
  };
  t.strictSame(faults(profile), []);
  t.strictSame(faults({ defaultAction: 'SCMP_ACT_ALLOW', architectures: null, syscalls: null }), []);
});

t.test(
  'each action is known, in rules and as the default but for notifications (SECC-014, SECC-015, SECC-017)',
  async (t) => {
    for (const action of actions) {
      const notifies = action === 'SCMP_ACT_NOTIFY';
      const rule = { names: ['mkdir'], action };
      t.strictSame(faults({ defaultAction: 'SCMP_ACT_ALLOW', listenerPath: '/s', syscalls: [rule] }), [], action);
      const expected = notifies ? ['defaultAction: cannot be SCMP_ACT_NOTIFY: only rules can notify'] : [];
      t.strictSame(faults({ defaultAction: action }), expected, action);
    }
  },
);

t.test('unknown keys and values are reported with their path', async (t) => {
  const found = faults({
    defaultAction: 'SCMP_ACT_ALOW',
    archMap: [],
    architectures: ['X86'],
    syscalls: [
      { names: ['read'], action: 'SCMP_ACT_ALLOW', comment: 'x', args: [{ index: 6, value: -1, op: 'EQ' }] },
      {},
    ],
  });
  for (const start of [
    'archMap: unknown key',
    'defaultAction: must be one of SCMP_ACT_ERRNO, ',
    'architectures[0]: must be one of SCMP_ARCH_X86, ',
    'syscalls[0].comment: unknown key',
    'syscalls[0].args[0].index: must be <= 5',
    'syscalls[0].args[0].value: must be >= 0',
    'syscalls[0].args[0].op: must be one of SCMP_CMP_NE, ',
    'syscalls[1].names: is missing',
    'syscalls[1].action: is missing',
  ]) {
    t.ok(
      found.some((fault) => fault.startsWith(start)),
      start,
    );
  }
  t.equal(found.length, 9);
});

t.test('error numbers are integers, and only of actions that return one (SECC-012)', async (t) => {
  t.strictSame(faults({ defaultAction: 'SCMP_ACT_ERRNO', defaultErrnoRet: '1' }), ['defaultErrnoRet: must be integer']);
  t.match(faults({ defaultAction: 'SCMP_ACT_ERRNO', defaultErrnoRet: 4096 }), [/must be <= 4095/]);
  t.match(faults({ defaultAction: 'SCMP_ACT_ALLOW', defaultErrnoRet: 1 }), [
    /defaultErrnoRet: SCMP_ACT_ALLOW returns no/,
  ]);
  const rule = { names: ['read'], action: 'SCMP_ACT_KILL', errnoRet: 1 };
  t.match(faults({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: [rule] }), [/^syscalls\[0\]\.errnoRet: /]);
});

t.test('notifications need a listener, and are not for write (SECC-018)', async (t) => {
  const rule = { names: ['write'], action: 'SCMP_ACT_NOTIFY' };
  t.match(faults({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: [rule] }), [
    /^listenerPath: is missing/,
    /^syscalls\[0\]\.names: write/,
  ]);
  t.match(faults({ defaultAction: 'SCMP_ACT_ALLOW', listenerMetadata: 'x' }), [/^listenerMetadata: needs/]);
});

t.test('a file that is not a profile is reported, and long lists of faults are cut', async (t) => {
  t.match(judge('{'), [/^is not JSON: /]);
  for (const value of [null, 7, [], 'x']) t.match(faults(value), [/^the profile: must be object/]);
  const many = faults({ defaultAction: 'SCMP_ACT_ALLOW', syscalls: Array.from({ length: 500 }, () => ({})) });
  t.equal(many.length, 21);
  t.equal(many.at(-1), 'and 980 faults more');
});
