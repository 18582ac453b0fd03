/**
 * {@code curtail tune-chunks}: measures searches by number of chunks ({@link
 * org.curtail.app.tunechunks.ChunkTuning}) and advises ({@link
 * org.curtail.app.tunechunks.ChunkAdvice}).
 */
@NullMarked
package org.curtail.app.tunechunks;

import org.jspecify.annotations.NullMarked;
