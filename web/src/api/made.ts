/** Types of what the server sends are made from what it says of itself; these tell some of their fields more closely. */

/**
 * A type of the server's with some fields told more closely. The names of all others come from the server, and a field that
 * the server does not know, or knows otherwise, does not compile.
 */
export type Closer<Made, By extends { [K in keyof By]: K extends keyof Made ? Made[K] : never }> = Omit<Made, keyof By> & By;

/** A type of which only those fields are there that apply. */
export type Applying<Made> = { [K in keyof Made]?: NonNullable<Made[K]> };
