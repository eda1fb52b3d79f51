import { type Json, type Mutant } from '../contract/mutant.ts';

export default {
  id: 'hides-failing-tests',
  breaks: 'A JSON Patch applies without its tests.',
  noticedBy: ['test-and-set', 'json-patch-is-atomic'],
  start() {
    return {
      request: (request) => {
        if (request.headers['content-type']?.toString() !== 'application/json-patch+json') return request;
        const operations: unknown = JSON.parse(Buffer.from(request.body).toString());
        if (!Array.isArray(operations)) return request;
        return {
          ...request,
          body: Buffer.from(JSON.stringify(operations.filter((each: Json) => each['op'] !== 'test'))),
        };
      },
    };
  },
} satisfies Mutant;
