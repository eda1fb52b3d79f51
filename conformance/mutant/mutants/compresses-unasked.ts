import { gzipSync } from 'node:zlib';
import type { Mutant } from '../contract/mutant.ts';

export default {
  id: 'compresses-unasked',
  breaks: 'Large answers are compressed whether the client takes it or not.',
  noticedBy: ['compression-needs-consent', 'gzip-on-request'],
  start() {
    return {
      answer(answer) {
        if (answer.body.length < 100_000 || answer.headers['content-encoding'] !== undefined) return answer;
        const body = gzipSync(answer.body);
        const headers = { ...answer.headers, 'content-encoding': 'gzip', 'content-length': String(body.length) };
        return { ...answer, headers, body };
      },
    };
  },
} satisfies Mutant;
