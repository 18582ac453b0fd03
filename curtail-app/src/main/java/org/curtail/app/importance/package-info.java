/**
 * What is measured of searches in order of importance: a good number of chunks, what early
 * termination saves, what sharing wastes, and the cost against plain Lucene.
 */
@NullMarked
package org.curtail.app.importance;

import org.jspecify.annotations.NullMarked;
