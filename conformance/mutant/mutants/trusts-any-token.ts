import { type Mutant, withoutHeader } from '../contract/mutant.ts';

export default {
  id: 'trusts-any-token',
  breaks: 'An invalid token makes the request anonymous.',
  noticedBy: ['invalid-token', 'token-before-authorization'],
  start() {
    return {
      request: (request) =>
        /Bearer (nonsense|a\.b\.c|x{9})/.test(String(request.headers['authorization']))
          ? withoutHeader(request, 'authorization')
          : request,
    };
  },
} satisfies Mutant;
