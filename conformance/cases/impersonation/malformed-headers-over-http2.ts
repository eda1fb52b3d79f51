import { createConfigMaps } from '../../fixtures/created-objects.ts';
import type { Case } from '../../contract/case.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'malformed-headers-over-http2',
  title: 'Over HTTP/2 the service MUST NOT ignore a malformed impersonation header and act as the caller.',
  requirements: ['IMP-001'],
  needs: ['namespace', 'impersonation', 'rbac', 'http2'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const path = maps.item('m-00');
    const user = c.unique('user');
    const ask = (name: string, value: string) => c.rawGet(path, [[name, value]]);
    const own = await ask('x-conformance', 'yes');
    expectThat('response to the caller', own?.includes('"kind":"ConfigMap"') === true, 'the object', own);
    // The server may keep the blanks as part of the name, or trim them.
    for (const value of [user, `${user} `, ` ${user}`, `\t${user}`]) {
      const refused = await ask('impersonate-user', value);
      const isOfUser = refused?.includes('"code":403') === true && refused.includes(user);
      expectThat(`response to ${JSON.stringify(value)}`, isOfUser, `403 for ${user}`, refused);
    }
    for (const [name, value] of [
      ['impersonate-user', `${user}\0`],
      ['impersonate-user', `a\n${user}`],
      ['impersonate-user', `\r${user}`],
      ['impersonate-user', '\x7f'],
      ['impersonate-group', 'a\x01b'],
      ['impersonate-uid', '\x1f'],
      ['Impersonate-User', user],
      ['impersonate-user ', user],
      ['impersonate-user:', user],
      ['impersonate\0-user', user],
    ] as const) {
      const answered = await ask(name, value);
      const isOfCaller = answered?.includes('"kind":"ConfigMap"') === true;
      expectThat(`response to ${JSON.stringify([name, value])}`, !isOfCaller, 'none, or an error', answered);
    }
  },
} satisfies Case;
