/** Helpers for deriving the client's types from the generated ones. */

/** A server type with narrower types for some fields. A field that the server lacks, or whose type does not fit, does not compile. */
export type Closer<Made, By extends { [K in keyof By]: K extends keyof Made ? Made[K] : never }> = Omit<
  Made,
  keyof By
> &
  By;

/** A type whose fields are all optional and never null. */
export type Applying<Made> = { [K in keyof Made]?: NonNullable<Made[K]> };

/** An answer with the view of a known game. */
export type Viewed<Made extends { view: unknown }, F> = Omit<Made, "view"> & { view: F };
