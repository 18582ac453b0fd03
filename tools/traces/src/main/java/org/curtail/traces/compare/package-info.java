/**
 * Two windows of a recording beside each other: {@link org.curtail.traces.compare.Comparison} ranks
 * the services by how much of the change each explains, {@link
 * org.curtail.traces.compare.ServiceChange}, and tests which stages' times changed, {@link
 * org.curtail.traces.compare.StageChange}.
 */
@NullMarked
package org.curtail.traces.compare;

import org.jspecify.annotations.NullMarked;
