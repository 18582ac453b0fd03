/**
 * Strict reading of JSON text. Everything that a format does not define is rejected: otherwise a
 * misspelt field would be ignored, and a plan would not be enforced. Each format stands beside its
 * types.
 *
 * <ul>
 *   <li>{@link org.curtail.json.StrictParser} reads values one by one, and reports unexpected ones
 *       with their place.
 *   <li>{@link org.curtail.json.FormatException} is such a report.
 *   <li>{@link org.curtail.json.Numbers} writes numbers as short as they can be read again.
 *   <li>{@link org.curtail.json.ReadLimits} limits a text's use of memory.
 * </ul>
 */
@NullMarked
package org.curtail.json;

import org.jspecify.annotations.NullMarked;
