// Names while a tree is checked: variables of the macros around a node, innermost first, then those of the environment.

import { candidateNames, type Declarations, type Variable } from '../declare/declarations.ts';

export class Scopes {
  private readonly declarations: Declarations;
  private readonly local: Variable[] = [];

  constructor(declarations: Declarations) {
    this.declarations = declarations;
  }

  /** Declares variables; gives what `leave` takes to forget them. */
  enter(variables: readonly Variable[]): number {
    const depth = this.local.length;
    this.local.push(...variables);
    return depth;
  }

  leave(depth: number): void {
    this.local.length = depth;
  }

  /** What a name means; a leading dot passes the macros' variables by. */
  find(name: string): Variable | undefined {
    for (const candidate of candidateNames(this.declarations.container, name)) {
      const local = name.startsWith('.') ? undefined : this.local.findLast((variable) => variable.name === candidate);
      const variable = local ?? this.declarations.variables.get(candidate);
      if (variable !== undefined) return variable;
    }
    return undefined;
  }
}
