/**
 * Programs to read and to run, in this order. Each is a single file, needs only the library, makes
 * its own data, teaches one thing and ends within seconds.
 */
@NullMarked
package org.curtail.examples;

import org.jspecify.annotations.NullMarked;
