// Mutants of custom kinds: they ignore parts of the definition.

import { asSuccess, type Mutant, withJson } from '../contract/mutant.ts';

/** Whether the request is for an object of a kind that cases define. */
const isDefined = (path: string): boolean => path.startsWith('/apis/conformance.example/');

/** Every mutant of this file. */
export const definerMutants: readonly Mutant[] = [
  {
    id: 'kinds-in-any-form',
    breaks: 'Defined kinds have no protobuf form and no strategic merge.',
    noticedBy: ['defined-kinds'],
    start: () => ({
      answer: (answer, { path }) =>
        isDefined(path) && [406, 415].includes(answer.status) ? asSuccess(answer) : answer,
    }),
  },
  {
    id: 'converts-for-other-servers',
    breaks: 'What another server cannot say is not said for it.',
    noticedBy: ['versions-of-other-servers'],
    start: () => ({
      answer: (answer, { path }) =>
        path.startsWith('/apis/remote.conformance.example/') && answer.status === 406 ? asSuccess(answer) : answer,
    }),
  },
  {
    id: 'versions-are-alike',
    breaks: 'Each version of a definition stands for itself.',
    noticedBy: ['definition-versions-differ', 'conversion-webhook-is-asked'],
    start: () => ({
      request: (request) =>
        isDefined(request.path) ? { ...request, path: request.path.replace('/v2/', '/v1/') } : request,
    }),
  },
  {
    id: 'prunes-everything',
    breaks: 'Fields below a schema that keeps unknown ones are kept.',
    noticedBy: ['definition-keeps-unknown-fields'],
    start: () => ({
      answer: (answer, { path }) =>
        isDefined(path) ? withJson(answer, (body) => ('free' in body ? { ...body, free: {} } : body)) : answer,
    }),
  },
  {
    id: 'warns-of-what-it-keeps',
    breaks: 'Fields that a schema keeps are no fault.',
    noticedBy: ['definition-keeps-unknown-fields'],
    start: () => ({
      answer: (answer, { path, query }) =>
        isDefined(path) && query.get('fieldValidation') === 'Strict' && answer.status < 300
          ? { ...answer, status: 400 }
          : answer,
    }),
  },
  {
    id: 'kinds-without-conflicts',
    breaks: 'Lists of defined kinds are owned as their markers say.',
    noticedBy: ['markers-of-definitions'],
    start: () => ({
      answer: (answer, { path }) => (isDefined(path) && answer.status === 409 ? asSuccess(answer) : answer),
    }),
  },
  {
    id: 'kinds-without-rules',
    breaks: 'Rules refuse objects of defined kinds.',
    noticedBy: [
      'rules-use-functions',
      'rules-see-typed-values',
      'rules-compare-with-before',
      'rules-compute',
      'rules-call-libraries',
      'rules-call-later-libraries',
    ],
    start: () => ({
      answer: (answer, { path }) => (isDefined(path) && answer.status === 422 ? asSuccess(answer) : answer),
    }),
  },
  {
    id: 'rules-without-budgets',
    breaks: 'What rules cost is limited.',
    noticedBy: ['rules-have-budgets', 'costly-expressions'],
    start: () => ({
      answer: (answer, { path }) =>
        isDefined(path) && answer.status === 422 && /cost/.test(Buffer.from(answer.body).toString())
          ? asSuccess(answer)
          : answer,
    }),
  },
  {
    id: 'takes-any-rule',
    breaks: 'Rules of definitions are looked at when they are written.',
    noticedBy: ['wrong-rules-are-refused', 'costly-expressions'],
    start: () => ({
      answer: (answer, { path }) =>
        path.includes('/customresourcedefinitions') && answer.status === 422 ? asSuccess(answer) : answer,
    }),
  },
];
