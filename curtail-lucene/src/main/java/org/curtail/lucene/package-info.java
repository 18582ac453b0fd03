/**
 * Lucene 10 searches that gain threads while they run: {@link org.curtail.lucene.CurtailSearcher}
 * takes the place of {@code IndexSearcher}. Runs on Java 21 or later, with the Lucene 10.5 or later
 * that its user brings.
 */
@NullMarked
package org.curtail.lucene;

import org.jspecify.annotations.NullMarked;
