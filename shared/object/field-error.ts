// One violation of one field, as validation reports it and Status details list it. Validation collects all of them;
// `errors.ts` turns the collection into an Invalid Status (422).

/** The cause types with the text that leads their message (requirements ERR). */
export const fieldErrorTypes = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueTypeInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
} as const;

export type FieldErrorType = keyof typeof fieldErrorTypes;

export interface FieldError {
  readonly type: FieldErrorType;
  /** Path from the object's root: `spec.containers[0].image`, `metadata.labels`. */
  readonly field: string;
  /** What the client sent; shown for the types that show a value. */
  readonly value?: unknown;
  /** The value is omitted, though the type shows values. */
  readonly omitValue?: boolean;
  readonly detail: string;
  /** The rule that was broken, `minimum`: what two validators find is compared by it, for messages differ. */
  readonly origin?: string;
  /** A declared rule finds this fault too. */
  readonly covered?: true;
  /** It is the change that is refused, whatever the value: what is wrong with the value is told beside it. */
  readonly change?: true;
  /** Found by a second validation as well: its cause is listed once more. */
  readonly again?: true;
  /** A path below which nothing is looked at because of this fault. */
  readonly hides?: string;
}
