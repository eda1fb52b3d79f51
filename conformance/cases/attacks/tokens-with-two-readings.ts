import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { bearing, tokenOfDefault } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

type Part = Readonly<Record<string, unknown>>;

const other = '"sub":"system:serviceaccount:default:other"';

export default {
  id: 'tokens-with-two-readings',
  title:
    'A signed token MUST be refused when a name is in it twice, a value has the wrong type or is out of range, or its header brings the ' +
    'key or asks for something unknown.',
  requirements: ['AUTHN-058', 'AUTHN-067'],
  needs: ['launch-server'],
  async run(c) {
    const [{ privateKey: key }, { privateKey: foreign }] = [pair(), pair()];
    const server = await c.launchServer({
      server: ['--service-account-signing-key-file={folder}/keys', '--service-account-key-file={folder}/keys'],
      files: { keys: key.export({ type: 'pkcs8', format: 'pem' }) as string },
    });
    const token = await tokenOfDefault(c, server);
    const [header, claims] = token.split('.').slice(0, 2).map(decoded) as [Part, Part];
    const [head, said] = [JSON.stringify(header), JSON.stringify(claims)];
    // The name of the claim that holds the account contains the vendor's name.
    const own = Object.keys(claims).find((name) => JSON.stringify(claims[name]).includes('serviceaccount')) ?? '';
    const now = Math.floor(Date.now() / 1_000);
    const refused = async (what: string, made: string) => {
      const { status } = await bearing(server, made);
      expectThat(`status of a token with ${what}`, status === 401, 'status 401', status);
    };
    // Made by the case in the same way as those that are refused.
    expectOk(await bearing(server, signed(key, head, said)));
    const having = (more: Part) => signed(key, head, JSON.stringify({ ...claims, ...more }));
    const bound = (more: Part) => having({ [own]: { ...(claims[own] as Part), ...more } });
    const ending = (text: string) => signed(key, head, said.replace(/"exp":\d+/, `"exp":${text}`));
    await c.holds('AUTHN-058', async () => {
      await refused('a subject before its own', signed(key, head, said.replace('{', `{${other},`)));
      await refused('a subject after its own', signed(key, head, said.replace(/}$/, `,${other}}`)));
      await refused('two issuers', signed(key, head, said.replace('{', '{"iss":"https://conformance.example",')));
      await refused('two ends', signed(key, head, said.replace(/}$/, ',"exp":1}')));
      for (const end of ['1e999', '1e300', '10000000000000000000', '"4000000000"', 'true', '[4000000000]']) {
        await refused(`the end ${end}`, ending(end));
      }
      await refused('a start that is a text', having({ nbf: 'now' }));
      await refused('the time of a later day', having({ iat: now + 86_400 }));
      await refused('an id that is a number', having({ jti: 5 }));
      await refused('a number among its audiences', having({ aud: [...(claims['aud'] as string[]), 4] }));
      await refused('audiences in a list of lists', having({ aud: [claims['aud']] }));
      await refused('audiences joined by commas', having({ aud: `x,${(claims['aud'] as string[]).join()}` }));
      await refused('an account without a uid', bound({ serviceaccount: { name: 'default' } }));
      await refused('steps in the name of its account', bound({ serviceaccount: { name: '../default/default' } }));
      await refused('a pod without a name', bound({ pod: {} }));
      await refused(
        'deep claims',
        signed(key, head, said.replace(/}$/, `,"d":${'['.repeat(11_000)}${']'.repeat(11_000)}}`)),
      );
      await refused('a token as its claims', signed(key, JSON.stringify({ ...header, cty: 'JWT' }), token));
      await refused('encoded claims', signed(key, head, Buffer.from(said).toString('base64url')));
    });
    await c.holds('AUTHN-067', async () => {
      const jwk = createPublicKey(foreign).export({ format: 'jwk' });
      for (const [what, more] of Object.entries({
        'a key of its own': { jwk, kid: undefined },
        'the address of a key': { jku: 'https://127.0.0.1:1/keys' },
        'a file as the address of its certificate': { x5u: 'file:///etc/hosts' },
        'an unknown key id': { kid: 'conformance' },
        'a path as key id': { kid: '../../../../dev/null' },
        'a name of every object as key id': { kid: '__proto__' },
      })) {
        await refused(what, signed(foreign, JSON.stringify({ ...header, ...more }), said));
      }
      await refused('an unknown critical header', signed(key, JSON.stringify({ ...header, crit: ['exp'] }), said));
      await refused(
        'claims said to be plain',
        signed(key, JSON.stringify({ ...header, crit: ['b64'], b64: false }), said),
      );
      await refused('two algorithms', signed(key, head.replace('{', '{"alg":"none",'), said));
      const [first, second, last] = token.split('.');
      await refused(
        'the form of another serialization',
        JSON.stringify({ protected: first, payload: second, signature: last }),
      );
      await refused('a part more', `${token}.${last}`);
    });
    expectOk(await bearing(server, token));
  },
} satisfies Case;

function pair(): { readonly privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2_048 });
}

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function signed(key: KeyObject, header: string, claims: string): string {
  const text = `${Buffer.from(header).toString('base64url')}.${Buffer.from(claims).toString('base64url')}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
