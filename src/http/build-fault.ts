/** What stops a request while it is built, and whether another argument would mend it. */

/** A value found wrong while a request is built: nothing was sent. Caught where an operation is performed, never thrown to users. */
export class BuildFault extends Error {}

/** One that lies in an argument alone: the call may be made again with another. */
export class ArgumentFault extends BuildFault {}

/** Builds a part of a request; what is wrong with it lies in arguments when `isOfArgument`. */
export function blaming<Part>(isOfArgument: boolean, build: () => Part): Part {
  try {
    return build();
  } catch (error) {
    if (isOfArgument && error instanceof BuildFault) throw new ArgumentFault(error.message, { cause: error });
    throw error;
  }
}
