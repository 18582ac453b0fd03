/**
 * Searches in order of importance that end when the rest cannot matter (Adaptive parallelism paper,
 * EuroSys'13).
 *
 * <ul>
 *   <li>{@link org.curtail.lucene.ranked.RankedSearcher} searches an index that is sorted by
 *       importance, on the engine.
 *   <li>{@link org.curtail.lucene.ranked.RankedIndex} is such an index, open and cut into chunks.
 *   <li>{@link org.curtail.lucene.ranked.RankedSettings} say how it is cut and searched.
 *   <li>{@link org.curtail.lucene.ranked.RankedHits} are what a search found and visited.
 *   <li>{@link org.curtail.lucene.ranked.Sharing} is how threads share the chunks of a search.
 *   <li>{@link org.curtail.lucene.ranked.Termination} says when a search may stop.
 *   <li>{@link org.curtail.lucene.ranked.TerminationLearning} learns from queries when the rest is
 *       unlikely to matter.
 *   <li>{@link org.curtail.lucene.ranked.StaticRank} is how important documents are, whatever the
 *       query.
 *   <li>{@link org.curtail.lucene.ranked.RecordedSearch} is a search recorded chunk by chunk, for
 *       studies that replay it on more cores than there are.
 *   <li>{@link org.curtail.lucene.ranked.ReplayedSearch} is what a replay without threads gives.
 *   <li>{@link org.curtail.lucene.ranked.Spending} is what a replay on the engine does instead of
 *       computing.
 * </ul>
 */
@NullMarked
package org.curtail.lucene.ranked;

import org.jspecify.annotations.NullMarked;
