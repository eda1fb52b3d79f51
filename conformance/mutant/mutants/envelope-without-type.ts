import type { Mutant } from '../contract/mutant.ts';

const magic = Buffer.from('6b387300', 'hex');
/** Tags of the first field, and of an unknown field. */
const typeMeta = 0x0a;
const unknown = 0x7a;

export default {
  id: 'envelope-without-type',
  breaks: 'A protobuf envelope has no version and kind.',
  noticedBy: ['protobuf-envelope-fields', 'protobuf-error', 'protobuf-metadata'],
  start() {
    return {
      answer(answer) {
        const body = Buffer.from(answer.body);
        if (!body.subarray(0, 4).equals(magic) || body[4] !== typeMeta) return answer;
        body[4] = unknown;
        return { ...answer, body };
      },
    };
  },
} satisfies Mutant;
