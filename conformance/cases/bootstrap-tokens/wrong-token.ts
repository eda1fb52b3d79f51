import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, groupsOf, makeToken } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'wrong-token',
  title: 'A token with a wrong secret or a malformed token MUST be refused.',
  requirements: ['BOOT-004', 'BOOT-005', 'BOOT-012', 'BOOT-035'],
  launch: switchedOn,
  async run(c) {
    const { id, secret, text } = await makeToken(c);
    await groupsOf(c, text);
    const turned = `${secret.slice(8)}${secret.slice(0, 8)}`;
    const start = secret.slice(0, -1);
    for (const wrong of [
      `${id}.${start}z`,
      `${id}.${start}`,
      `${id}.${secret}0`,
      `${id}.${turned}`,
      `${id}.${secret.slice(1)}`,
      `${id}${secret}`,
      text.toUpperCase(),
      id,
    ]) {
      if (wrong !== text) expectStatus(await askWho(c, wrong), 401);
    }
    const another = await makeToken(c);
    await groupsOf(c, another.text);
    expectStatus(await askWho(c, `${id}.${another.secret}`), 401);
    // Secrets that fit the text that is sent, which has not the form of a token.
    const odd: readonly (readonly [string, string])[] = [
      ['ab1cd', secret],
      ['ab1cd23', secret],
      [another.id.replace(/^./, 'q'), secret.slice(1)],
      [another.id.replace(/^./, 'r'), `${secret}0`],
      [another.id.replace(/^./, 's'), `${secret.slice(1)}Z`],
    ];
    for (const [tokenId, tokenSecret] of odd) {
      const data = { 'token-id': tokenId, 'token-secret': tokenSecret };
      await makeToken(c, { name: `bootstrap-token-${tokenId}`, data });
    }
    // When a later one is known, those before it are too.
    await groupsOf(c, (await makeToken(c)).text);
    const refused = async (tokens: typeof odd) => {
      for (const parts of tokens) expectStatus(await askWho(c, parts.join('.')), 401);
    };
    await c.holds(['BOOT-004', 'BOOT-012'], () => refused(odd.slice(0, 2)));
    await c.holds(['BOOT-005', 'BOOT-012'], () => refused(odd.slice(2)));
  },
} satisfies Case;
