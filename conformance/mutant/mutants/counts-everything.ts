import { type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'counts-everything',
  breaks: 'The generation of an endpoint slice counts changes of its finalizers.',
  noticedBy: ['generation-of-every-kind'],
  start() {
    return {
      answer: (answer, request) =>
        request.method !== 'PATCH' || !request.path.includes('/endpointslices/')
          ? answer
          : withJson(answer, (body) => {
              const metadata = body['metadata'] as { finalizers?: readonly string[]; generation?: number } | undefined;
              if ((metadata?.finalizers?.length ?? 0) === 0) return body;
              return { ...body, metadata: { ...metadata, generation: (metadata?.generation ?? 0) + 1 } };
            }),
    };
  },
} satisfies Mutant;
