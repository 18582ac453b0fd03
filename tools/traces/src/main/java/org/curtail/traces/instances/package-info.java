/**
 * Instances of services over time (Kwiken, Figure 8): {@link
 * org.curtail.traces.instances.InstanceMap} counts slow visits and names flaky instances, {@link
 * org.curtail.traces.instances.WithoutFlaky} is the gain of whole requests without calls to them.
 */
@NullMarked
package org.curtail.traces.instances;

import org.jspecify.annotations.NullMarked;
