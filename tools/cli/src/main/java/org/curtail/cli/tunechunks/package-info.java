/**
 * {@code curtail tune-chunks}: measures searches by number of chunks ({@link
 * org.curtail.cli.tunechunks.ChunkTuning}) and advises ({@link
 * org.curtail.cli.tunechunks.ChunkAdvice}).
 */
@NullMarked
package org.curtail.cli.tunechunks;

import org.jspecify.annotations.NullMarked;
