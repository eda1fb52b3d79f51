import { generateKeyPairSync } from 'node:crypto';
import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'publishes-other-keys',
  breaks: 'The tokens of service accounts are signed with a key that the service publishes.',
  noticedBy: ['service-account-token', 'token-requests'],
  start: () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    return {
      answer: (answer, { path }) =>
        path === '/openid/v1/jwks'
          ? withJson(answer, (body) => ({ ...body, keys: (body['keys'] as Json[]).map(() => other) }))
          : answer,
    };
  },
} satisfies Mutant;
