/**
 * Profile and table files: {@link org.curtail.app.files.ProfileFile} and {@link
 * org.curtail.app.files.TableFile} open what {@link org.curtail.json} reads and writes, and turn
 * what is wrong with a file into words.
 */
@NullMarked
package org.curtail.app.files;

import org.jspecify.annotations.NullMarked;
