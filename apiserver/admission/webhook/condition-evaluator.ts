// The match conditions of one webhook, compiled.

import { servedVersion } from '../../../shared/expression/versions.ts';
import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import { type AdmissionEnvironments, admissionEnvironments } from '../expression/admission-environment.ts';
import { interruptedBy, onceDecided, WriteAuthorization } from '../expression/authorizing.ts';
import type { CompiledExpression } from '../expression/compiled-expression.ts';
import {
  compileConditions,
  evaluateConditions,
  type MatchCondition,
  type MatchOutcome,
} from '../expression/match-conditions.ts';
import { writeInputs } from '../expression/write-inputs.ts';
import type { Invocation } from './invocation.ts';
import type { WebhookTools } from './webhook-tools.ts';

export class WebhookConditionEvaluator {
  readonly #tools: WebhookTools;
  readonly #environments: AdmissionEnvironments;
  readonly #conditions: readonly CompiledExpression[];

  constructor(conditions: readonly MatchCondition[], tools: WebhookTools) {
    this.#tools = tools;
    this.#environments = admissionEnvironments(tools.vendor);
    this.#conditions = compileConditions(this.#environments.environment(servedVersion, { params: false }), conditions);
  }

  async evaluate(attributes: AdmissionAttributes, invocation: Invocation, request: Abortable): Promise<MatchOutcome> {
    const { vendor, authorizer } = this.#tools;
    const { named } = this.#environments;
    const authorization = new WriteAuthorization(authorizer, attributes.user, request.signal);
    const write = { attributes, ...invocation, namespaceObject: undefined };
    return onceDecided(request, () => {
      const inputs = writeInputs(write, authorization, { vendor, named });
      return evaluateConditions(this.#conditions, inputs, interruptedBy(request));
    });
  }
}
