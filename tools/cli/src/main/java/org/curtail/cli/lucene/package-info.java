/**
 * Lucene indexes of any origin: opened by {@link org.curtail.cli.lucene.OpenIndex}, with their
 * searchable fields and the analyzer for queries.
 */
@NullMarked
package org.curtail.cli.lucene;

import org.jspecify.annotations.NullMarked;
