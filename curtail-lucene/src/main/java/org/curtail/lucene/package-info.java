/**
 * Lucene 10 searches that gain threads while they run: {@link org.curtail.lucene.CurtailSearcher}
 * takes the place of {@code IndexSearcher}.
 */
@NullMarked
package org.curtail.lucene;

import org.jspecify.annotations.NullMarked;
