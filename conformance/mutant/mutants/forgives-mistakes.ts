import type { Mutant } from '../mutant.ts';

export default {
  id: 'forgives-mistakes',
  breaks: 'What is wrong with a request is answered as if it were right.',
  noticedBy: [
    'contradicting-policies',
    'no-new-finalizers',
    'query-options',
    'unsafe-option-stands-alone',
    'invalid-lists-causes',
    'level-other-value',
    'required-always',
    'types-always',
    'annotations-too-large',
    'nesting-too-deep',
    'json-patch-malformed',
    'metadata-form-must-fit',
    'no-cbor-by-default',
    'watch-not-acceptable',
    'wrong-content-type',
    'yaml-body-malformed',
    'body-kind-must-fit-path',
    'body-namespace-must-fit-path',
    'create-without-name',
    'invalid-label-value',
    'invalid-name',
    'labels-must-be-strings',
    'virtual-types-store-nothing',
    'exact-with-version-zero',
  ],
  start() {
    return {
      answer: (answer) =>
        [400, 405, 406, 409, 415, 422].includes(answer.status)
          ? { ...answer, status: 200, body: Buffer.from('{"kind":"Status","apiVersion":"v1","status":"Success"}') }
          : answer,
    };
  },
} satisfies Mutant;
