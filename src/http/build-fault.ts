/** The one thing that stops a request while it is built. */

/** A value found wrong while a request is built: nothing was sent. Caught where an operation is performed, never thrown to users. */
export class BuildFault extends Error {}
