/**
 * Lucene 10 searches that gain threads while they run. Runs on Java 21 or later, with the Lucene
 * 10.2 or later that its user brings. The engine for Lucene's own searcher, {@code
 * Curtail.executor()}, needs nothing of this package.
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.CurtailSearcher} takes the place of {@code IndexSearcher}.
 *   <li>{@link org.curtail.lucene.SharedSearch} runs the searches of any other {@code
 *       IndexSearcher} on the engine, for classes that must extend that one.
 *   <li>{@link org.curtail.lucene.LeafSplitting} says which collectors may see parts of a leaf.
 *   <li>{@link org.curtail.lucene.SharedLeaves} is for searches that choose their own ranges of
 *       documents, such as those of {@code org.curtail.lucene.ranked}.
 * </ul>
 */
@NullMarked
package org.curtail.lucene;

import org.jspecify.annotations.NullMarked;
