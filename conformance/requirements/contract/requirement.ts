// The shape of the requirement catalogue. A requirement is one testable statement of the specification, with a stable
// id, its source and how it can be observed. This file imports no other file of the project.

/** What a requirement is about. */
export type RequirementKind =
  | 'semantics'
  | 'field'
  | 'negative'
  | 'format'
  | 'flag'
  | 'permission'
  | 'path'
  | 'default'
  | 'status-code'
  | 'limit'
  | 'verb'
  | 'header'
  | 'ordering'
  | 'transition'
  | 'metric';

/** The component that has to meet it. */
export type RequirementSubject = 'apiserver' | 'agent' | 'client' | 'controller' | 'suite';

/** `must`: a plain statement, `should`: advice or an inference, `may`: an option. */
export type RequirementLevel = 'must' | 'should' | 'may';

/**
 * How it can be observed. `black-box`: on a running process. `start-up`: with control of flags and files. `white-box`:
 * not from outside. `paper`: not at all (release policy, advice, options).
 */
export type Observation = 'black-box' | 'start-up' | 'white-box' | 'paper';

/** One requirement in the data. */
export interface RequirementRow {
  /** `PREFIX-NNN`, with a final `U` for a question that the documentation leaves open. */
  readonly id: string;
  readonly kind: RequirementKind;
  readonly subject: RequirementSubject;
  readonly level: RequirementLevel;
  readonly observe: Observation;
  /** Requirements elsewhere in the documentation that say the same; evidence for them counts for this one too. */
  readonly sameAs?: readonly string[];
  /**
   * Why no case can show it, if that does not follow from `subject` and `observe`. For example, its subject is not
   * built yet or was removed. Delete this field when a case is written.
   */
  readonly noCase?: string;
  /** The requirement in the suite's own words, with placeholders for vendor names. Absent: not written yet. */
  readonly statement?: string;
}

/** Consecutive requirements from one section of one document. */
export interface SectionRows {
  /** 1: object model, endpoints and versioning; 2: access, node agent and node status. */
  readonly document: 1 | 2;
  /** Titles from the outermost section to the innermost, joined by ` > `; may hold placeholders. */
  readonly section: string;
  readonly requirements: readonly RequirementRow[];
}

/** All requirements of one area. */
export interface AreaRows {
  readonly area: string;
  readonly prefix: string;
  /** The expected number of requirements, so that an edit cannot lose one. */
  readonly count: number;
  /** The `noCase` of every requirement of the area that has neither a case nor its own reason. */
  readonly noCase?: string;
  readonly sections: readonly SectionRows[];
}

/** A requirement with its area, document and section. */
export interface Requirement extends RequirementRow {
  readonly area: string;
  readonly document: 1 | 2;
  readonly section: string;
}
