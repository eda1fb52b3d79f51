import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'patches-nothing',
  breaks: 'A patch is answered and changes nothing.',
  noticedBy: [
    'json-patch',
    'merge-patch',
    'patches-of-anything',
    'strategic-patch-directives',
    'strategic-patch-merges-lists',
    'generation',
    'unconditional-patches',
  ],
  start() {
    return {
      request: (request) => {
        if (request.method !== 'PATCH') return request;
        const headers = { ...request.headers, 'content-type': 'application/merge-patch+json' };
        return { ...request, headers, body: Buffer.from('{}') };
      },
    };
  },
} satisfies Mutant;
